/**
 * The reason that the platform cannot start on this machine, as a message for its user. It is printed without
 * a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const isOfCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Turns a failed write into a `StartError` that names the folder. */
export const whereWritable = async <T>(directory: string, task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (cause) {
    if (isOfCode(cause, 'EACCES', 'EPERM', 'EROFS')) {
      throw new StartError(
        `${directory} cannot be written. Give yourself the right to, or choose another: npm start -- --directory <folder>`,
        { cause },
      );
    }
    if (isOfCode(cause, 'ENOTDIR', 'EEXIST')) {
      throw new StartError(
        `${directory} is not a folder. Choose another: npm start -- --directory <folder>`,
        {
          cause,
        },
      );
    }
    if (isOfCode(cause, 'ENOSPC')) throw new StartError(`There is no space left for ${directory}`, { cause });
    throw cause;
  }
};
