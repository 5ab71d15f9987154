export const composerTexts = { en: {}, de: {} };
