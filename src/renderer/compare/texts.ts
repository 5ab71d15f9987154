export const compareTexts = { en: {}, de: {} };
