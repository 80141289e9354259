/** The languages that Amazon Transcribe recognizes in streams, the usual one of several first. */
const codes =
  'en-US en-GB en-AU en-IE en-IN en-NZ en-ZA en-AB en-WL de-DE de-CH fr-FR fr-CA es-ES es-US it-IT nl-NL pt-PT pt-BR pl-PL sv-SE da-DK no-NO fi-FI cs-CZ sk-SK ro-RO hr-HR sr-RS el-GR lv-LV uk-UA ru-RU ca-ES eu-ES gl-ES ar-SA ar-AE he-IL fa-IR hi-IN id-ID ms-MY th-TH vi-VN tl-PH ja-JP ko-KR zh-CN zh-HK zh-TW af-ZA so-SO zu-ZA'.split(
    ' ',
  );

/** Several are recognized if the agent's language is none of them. */
const usual = 'en-US,de-DE,fr-FR,es-ES,it-IT';

/** The query that tells the recognizer the language of an agent. */
export const languageQuery = (language: string | null): Readonly<Record<string, string>> => {
  const wanted = (language ?? 'en-US').toLowerCase();
  const [primary] = wanted.split('-');
  const known =
    codes.find((code) => code.toLowerCase() === wanted) ??
    codes.find((code) => code.startsWith(`${primary}-`));
  return known ? { 'language-code': known } : { 'identify-language': 'true', 'language-options': usual };
};
