/** The parts of a message. Folded ones are `details`: they work by key and are found by the browser's search. */
import type { Part, ToolResultPart } from '../../shared/model';
import { useT } from '../i18n';
import { Markdown } from '../markdown/Markdown';
import { host } from '../rpc/host';
import { appActions } from '../state';
import styles from './Reader.module.css';

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]!.slice(0, 120);
}

function Output({ result }: { result: ToolResultPart }) {
  return (
    <>
      {result.output.map((item, index) =>
        item.type === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of an immutable message
          <pre key={index} className={styles.output}>
            {item.text.slice(0, 100_000)}
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of an immutable message
          <PartView key={index} part={item} results={new Map()} />
        ),
      )}
    </>
  );
}

/** @param results results of the turn, by call id */
export function PartView({
  part,
  results,
  streaming,
}: {
  part: Part;
  results: ReadonlyMap<string, ToolResultPart>;
  streaming?: boolean;
}) {
  const t = useT('reader');
  switch (part.type) {
    case 'text':
      return (
        <>
          <Markdown text={part.text} streaming={streaming} />
          {part.citations && part.citations.length > 0 && (
            <ol className={styles.sources} aria-label={t('sources')}>
              {part.citations.map((citation, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: citations of an immutable message
                <li key={index}>
                  {citation.url && /^https?:/i.test(citation.url) ? (
                    <button
                      type="button"
                      className={styles.link}
                      title={citation.url}
                      onClick={() => void appActions.openExternal(citation.url!)}
                    >
                      {citation.title ?? citation.url}
                    </button>
                  ) : (
                    (citation.title ?? citation.url)
                  )}
                </li>
              ))}
            </ol>
          )}
        </>
      );
    case 'reasoning':
      return part.text.trim() === '' ? null : (
        <details className={styles.fold} open={streaming}>
          <summary>{t('reasoning')}</summary>
          <div className={styles.reasoning}>
            <Markdown text={part.text} streaming={streaming} />
          </div>
        </details>
      );
    case 'tool-call': {
      const result = results.get(part.callId);
      const said = result?.output.find((item) => item.type === 'text');
      return (
        <details className={styles.fold} data-tool={part.name}>
          <summary>
            <strong>{part.name}</strong>{' '}
            <span className={styles.faint}>{firstLine(part.inputText ?? JSON.stringify(part.input))}</span>
            <span className={result?.isError ? styles.bad : styles.faint}>
              {' '}
              → {result ? firstLine(said?.type === 'text' ? said.text : '') : t('noResult')}
            </span>
          </summary>
          <pre className={styles.output}>{part.inputText ?? JSON.stringify(part.input, null, 2)}</pre>
          {result && <Output result={result} />}
        </details>
      );
    }
    case 'tool-result':
      return (
        <details className={styles.fold}>
          <summary>
            {t('result')}: {part.name}
          </summary>
          <Output result={part} />
        </details>
      );
    case 'image':
      return part.blob === null ? (
        <div className={styles.missing}>
          {t('imageGone')} {part.name ?? part.origin ?? ''}
        </div>
      ) : (
        <img
          className={styles.picture}
          src={host.blobUrl(part.blob)}
          alt={part.name ?? ''}
          width={part.width}
          height={part.height}
          loading="lazy"
        />
      );
    case 'file':
      return (
        <details className={styles.fold}>
          <summary>
            {t('file')}: {part.name}
          </summary>
          {part.text !== undefined && <pre className={styles.output}>{part.text.slice(0, 100_000)}</pre>}
        </details>
      );
    case 'opaque':
      return (
        <details className={styles.fold}>
          <summary>
            {t('unsupported')}: {part.kind}
          </summary>
          <pre className={styles.output}>{JSON.stringify(part.raw, null, 2).slice(0, 100_000)}</pre>
        </details>
      );
  }
}
