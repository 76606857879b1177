/** The error boundary of every console page: shows a message, and keeps the frame with its menu. */

import { Component, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import type { Slots, Widget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { ConsoleTheme } from './ConsoleTheme.tsx'

/** The same page, guarded. */
export function guarded<P>({ type, component: Page }: Widget<P>): Widget<P> {
  const Drawing = Page as (props: P & Slots) => ReactNode
  return {
    type,
    component: function Guarded(props) {
      const { report } = useRenderContext()
      return (
        <Guard onError={(error) => report(error, type)}>
          <ConsoleTheme>
            <Drawing {...props} />
          </ConsoleTheme>
        </Guard>
      )
    },
  }
}

type GuardProps = { onError: (error: unknown) => void; children: ReactNode }

class Guard extends Component<GuardProps, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.broken ? (
      <Broken onAgain={() => this.setState({ broken: false })} />
    ) : (
      this.props.children
    )
  }
}

function Broken({ onAgain }: { onAgain: () => void }) {
  const t = useText()
  const href = useHref()
  return (
    <div className="stack">
      <Note look="bad" alert>
        {t('console.editor.partless')}
      </Note>
      <Link to={href('consoleDocuments')}>{t('console.menu.documents')}</Link>
      <Button look="line" small onClick={onAgain}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
