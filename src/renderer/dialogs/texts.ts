export const dialogsTexts = { en: {}, de: {} };
