import { Component, type ReactNode } from 'react';
import { t } from '../i18n';
import { Button, EmptyState } from '../ui';

/** Keeps a failure of one pane from taking the window with it, and says what happened. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div role="alert" style={{ height: '100%' }}>
        <EmptyState
          title={t('shell.crashed')}
          actions={<Button onClick={() => this.setState({ error: null })}>{t('shell.reload')}</Button>}
        >
          <p>{t('shell.crashedHint')}</p>
          <code>{error.message}</code>
        </EmptyState>
      </div>
    );
  }
}
