/**
 * Yields what each event of a source becomes, and returns the source's result. The source ends with it, also
 * half-way: a model that is left counts what it has begun.
 */
export async function* mapEvents<E, O, R>(
  source: AsyncGenerator<E, R>,
  each: (event: E) => Iterable<O>,
): AsyncGenerator<O, R> {
  try {
    let next = await source.next();
    for (; !next.done; next = await source.next()) yield* each(next.value);
    return next.value;
  } finally {
    await source.return(undefined as never);
  }
}
