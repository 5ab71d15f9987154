export const treeTexts = { en: {}, de: {} };
