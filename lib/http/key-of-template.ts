/** A path template in a shorter form, which every function contains. */
export const keyOfTemplate = (template: string): string =>
  template.replace('/v1/', '').replace(/{\w+}/g, '*');
