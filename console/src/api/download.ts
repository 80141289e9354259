/** Saves what an address answers as a file: under the name that the answer gives it, or this one. */
export const saveFrom = (url: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};

/** Saves a text as a file. */
export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
