export const libraryTexts = { en: {}, de: {} };
