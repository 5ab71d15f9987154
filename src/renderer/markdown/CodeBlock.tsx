import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n';
import { IconButton } from '../ui';
import { type ColouredLine, highlight } from './highlight';
import styles from './Markdown.module.css';

/** A block of code with its language and a button to copy it; plain until its colours are there. */
export function CodeBlock({ language, code }: { language: string; code: string }) {
  const t = useT('reader');
  const [copied, setCopied] = useState(false);
  const [lines, setLines] = useState<{ code: string; lines: ColouredLine[] } | null>(null);
  useEffect(() => {
    let gone = false;
    void highlight(code, language).then((found) => {
      if (!gone && found) setLines({ code, lines: found });
    });
    return () => {
      gone = true;
    };
  }, [code, language]);
  const coloured = lines?.code === code ? lines.lines : null;
  return (
    <div className={styles.block}>
      <div className={styles.blockHead}>
        <span>{language || t('code')}</span>
        <IconButton
          size="s"
          label={t('copyCode')}
          onClick={() => {
            void navigator.clipboard.writeText(code).then(() => {
              setCopied(true);
              setTimeout(() => setCopied(false), 1200);
            });
          }}
        >
          {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by key */}
      <pre className={styles.pre} tabIndex={0}>
        <code>
          {coloured
            ? coloured.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
                <span key={index}>
                  {line.map((token, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a fixed text
                    <span key={at} className={styles.token} style={token.style}>
                      {token.text}
                    </span>
                  ))}
                  {index < coloured.length - 1 ? '\n' : ''}
                </span>
              ))
            : code}
        </code>
      </pre>
    </div>
  );
}
