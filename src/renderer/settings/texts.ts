export const settingsTexts = { en: {}, de: {} };
