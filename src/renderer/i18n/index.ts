/**
 * Texts of the interface, English and German. Each area keeps its own texts beside its components; a key exists in
 * both languages or the check fails [U2].
 */
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '../../shared/rpc/settings';
import { compareTexts } from '../compare/texts';
import { composerTexts } from '../composer/texts';
import { dialogsTexts } from '../dialogs/texts';
import { libraryTexts } from '../library/texts';
import { readerTexts } from '../reader/texts';
import { settingsTexts } from '../settings/texts';
import { shellTexts } from '../shell/texts';
import { treeTexts } from '../tree/texts';

export const areas = {
  shell: shellTexts,
  library: libraryTexts,
  tree: treeTexts,
  reader: readerTexts,
  compare: compareTexts,
  composer: composerTexts,
  settings: settingsTexts,
  dialogs: dialogsTexts,
} as const;

export type Area = keyof typeof areas;

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {
    en: Object.fromEntries(Object.entries(areas).map(([area, texts]) => [area, texts.en])),
    de: Object.fromEntries(Object.entries(areas).map(([area, texts]) => [area, texts.de])),
  },
  defaultNS: 'shell',
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** Texts of one area: `const t = useT('library'); t('empty')`. */
export function useT(area: Area): TFunction {
  return useTranslation(area).t as TFunction;
}

/** A text outside components, named with its area: `t('shell.undo')`. */
export function t(key: string, options?: Record<string, unknown>): string {
  const dot = key.indexOf('.');
  return i18next.t(key.slice(dot + 1), { ns: key.slice(0, dot), ...options }) as string;
}

/** The language in use. */
export function language(): 'en' | 'de' {
  return i18next.language === 'de' ? 'de' : 'en';
}

/** Applies the chosen language; `system` follows the browser or desktop. */
export async function setLanguage(choice: Language): Promise<void> {
  const chosen =
    choice === 'system' ? (navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en') : choice;
  document.documentElement.lang = chosen;
  if (i18next.language !== chosen) await i18next.changeLanguage(chosen);
}
