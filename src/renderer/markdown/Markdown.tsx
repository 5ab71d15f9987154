/** Markdown of messages. Raw HTML is shown as text, remote images are not fetched, links open outside [U1]. */
import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remend from 'remend';
import 'katex/dist/katex.min.css';
import { appActions } from '../state';
import { blocksOf, prepareMath } from './blocks';
import { CodeBlock } from './CodeBlock';
import styles from './Markdown.module.css';

const SAFE_LINK = /^(https?:|mailto:)/i;

const components: Components = {
  a({ href, children }) {
    if (!href || !SAFE_LINK.test(href)) return <span>{children}</span>;
    return (
      <a
        href={href}
        title={href}
        rel="noreferrer noopener"
        onClick={(event) => {
          event.preventDefault();
          void appActions.openExternal(href);
        }}
      >
        {children}
      </a>
    );
  },
  img({ src, alt }) {
    const url = typeof src === 'string' && SAFE_LINK.test(src) ? src : null;
    const label = alt || 'image';
    if (url === null) return <span className={styles.image}>{label}</span>;
    return (
      <button
        type="button"
        className={styles.image}
        title={url}
        onClick={() => void appActions.openExternal(url)}
      >
        {label} · {new URL(url).host}
      </button>
    );
  },
  pre: ({ children }) => <>{children}</>,
  code({ className, children, node }) {
    const text = String(children ?? '');
    const block = node?.position && (className?.startsWith('language-') || text.includes('\n'));
    if (!block) return <code className={styles.code}>{children}</code>;
    return (
      <CodeBlock
        language={/language-(\S+)/.exec(className ?? '')?.[1] ?? ''}
        code={text.replace(/\n$/, '')}
      />
    );
  },
  table: ({ children }) => (
    <div className={styles.scroll}>
      <table>{children}</table>
    </div>
  ),
};

const remarkPlugins = [remarkGfm, remarkMath];
const rehypePlugins: NonNullable<Parameters<typeof ReactMarkdown>[0]['rehypePlugins']> = [
  [rehypeKatex, { trust: false, strict: 'ignore', throwOnError: false, maxExpand: 200, maxSize: 20 }],
];

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={components}
      // HTML becomes text, not nothing: what was said stays to be read.
      remarkRehypeOptions={{
        handlers: {
          html: (_state: unknown, node: { value: string }) => ({ type: 'text', value: node.value }),
        },
      }}
      urlTransform={(url) => url}
    >
      {prepareMath(text)}
    </ReactMarkdown>
  );
});

/** @param streaming the text still grows: what is open is closed for display */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are appended, never moved
        <Block key={index} text={streaming && index === blocks.length - 1 ? remend(block) : block} />
      ))}
    </div>
  );
}
