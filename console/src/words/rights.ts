import { rights as german } from './de/rights.ts';
import { rights as english } from './en/rights.ts';
import { language } from './index.ts';

type Names = Readonly<Record<string, string>>;

/** A scope such as `usage:read`, in words. Few pages name any, so all languages are loaded together. */
export const rightInWords = (scope: string): string => {
  const [resource = '', verb = ''] = scope.split(':');
  const { resources, verbs } = { en: english, de: german }[language];
  return `${(resources as Names)[resource] ?? resource}, ${(verbs as Names)[verb] ?? verb}`;
};
