/** Why the platform cannot start on this machine, in a sentence for whoever started it; a stack trace would add nothing. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const isOfCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** What cannot be written is told by name. */
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
