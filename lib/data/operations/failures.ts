/** Somebody else changed the record since it was read: read it again, and decide again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** Another transaction held one of the items each time: whoever asked may ask again. */
export class Contended extends Error {
  override readonly name = 'Contended';
}
