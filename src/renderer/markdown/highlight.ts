/** Colours of code, by Shiki with its JavaScript engine; languages are loaded when first met. */
import type { CSSProperties } from 'react';
import type { HighlighterGeneric } from 'shiki';

export type ColouredLine = { text: string; style: CSSProperties }[];

/** Longer code stays plain: colouring it would hold up the screen. */
const MAX_CHARS = 60_000;

let loading: Promise<HighlighterGeneric<string, string>> | null = null;

async function engine(): Promise<HighlighterGeneric<string, string>> {
  loading ??= (async () => {
    const [{ createHighlighter }, { createJavaScriptRegexEngine }] = await Promise.all([
      import('shiki'),
      import('shiki/engine/javascript'),
    ]);
    return (await createHighlighter({
      themes: ['github-light', 'github-dark'],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    })) as unknown as HighlighterGeneric<string, string>;
  })();
  return loading;
}

/** Lines of coloured tokens; null when the language is unknown or the code too long. */
export async function highlight(code: string, language: string): Promise<ColouredLine[] | null> {
  if (language === '' || code.length > MAX_CHARS) return null;
  try {
    const highlighter = await engine();
    const lang = language.toLowerCase();
    const { bundledLanguages } = await import('shiki');
    if (!(lang in bundledLanguages)) return null;
    await highlighter.loadLanguage(lang);
    const { tokens } = highlighter.codeToTokens(code, {
      lang,
      themes: { light: 'github-light', dark: 'github-dark' },
      defaultColor: false,
    });
    return tokens.map((line) =>
      line.map((token) => ({ text: token.content, style: (token.htmlStyle ?? {}) as CSSProperties })),
    );
  } catch (error) {
    // Colours are a nicety: without them the code is still there to be read.
    console.warn(`No colours for ${language}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
