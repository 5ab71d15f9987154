export const readerTexts = { en: {}, de: {} };
