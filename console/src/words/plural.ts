type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Chooses the form of a noun by the rules of a language. */
export const pluralOf = (language: string) => {
  const rules = new Intl.PluralRules(language);
  return (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other;
};
