/**
 * Everything around and above a page: loading bar, messages, the dialog about unsent answers,
 * sign-in after a lost session, help, and the view for a page that failed.
 */

import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import type { Action } from '#engine/react/context.ts'
import { DemoStrip } from '#widgets/frame/DemoStrip.tsx'
import type { HelpTopic } from '#widgets/frame/helpsearch.ts'
import { LoadingBar } from '#widgets/parts/LoadingBar.tsx'
import { matchPath } from '#engine/decide/routes.ts'
import { PageFailure } from '#widgets/frame/PageFailure.tsx'
import { PageSkeleton } from '#widgets/parts/PageSkeleton.tsx'
import { Snackbar } from '#widgets/parts/Snackbar.tsx'
import { NoSignal } from './api.ts'
import type { SourceKey } from './data.tsx'
import { currentCatalog } from './documents.ts'
import { showSnackbar, store } from './store.ts'
import type { Unsent } from './sync.ts'

// Dialogs load on first use: no first page needs one.
const HelpDialog = lazy(() =>
  import('#widgets/frame/HelpDialog.tsx').then(({ HelpDialog: dialog }) => ({ default: dialog })),
)
const LeaveDialog = lazy(() =>
  import('#widgets/parts/LeaveDialog.tsx').then(({ LeaveDialog: dialog }) => ({ default: dialog })),
)
const PreviewRibbon = lazy(() =>
  import('#widgets/frame/PreviewRibbon.tsx').then(({ PreviewRibbon: ribbon }) => ({
    default: ribbon,
  })),
)
const SignInDialog = lazy(() =>
  import('#widgets/account/SignInDialog.tsx').then(({ SignInDialog: dialog }) => ({
    default: dialog,
  })),
)

type Signing = (values: Readonly<Record<string, string>>) => Promise<unknown>

type Props = {
  /** Why the requested page could not be shown. */
  failed: unknown
  empty: boolean
  onRetry: () => void
  leaving: Unsent | null
  onLeave: (sure: boolean) => void
  help: boolean
  onHelp: (open: boolean) => void
  actions: Readonly<Record<string, Action>>
  children: ReactNode
}

export function Chrome({
  failed,
  empty,
  onRetry,
  leaving,
  onLeave,
  help,
  onHelp,
  actions,
  children,
}: Props) {
  const {
    navigating,
    loading,
    assessmentOpen,
    snackBarMessage,
    signInAbove,
    user,
    appConfiguration,
  } = useSnapshot(store)
  const preview = appConfiguration?.preview
  const { i18n } = useTranslation()
  return (
    <>
      {appConfiguration?.demo && <DemoStrip />}
      {preview && (
        <Suspense fallback={null}>
          <PreviewRibbon
            plan={
              currentCatalog().plans.find(({ id }) => id === preview.plan)?.label ?? preview.plan
            }
            stage={preview.stage}
            until={preview.expiresAt}
            language={i18n.language}
          />
        </Suspense>
      )}
      {/* Sending an answer is no reason to show a loading bar. */}
      <LoadingBar active={navigating || (loading && !assessmentOpen)} />
      {failed !== null ? (
        <PageFailure
          offline={failed instanceof NoSignal}
          console={isOfConsole(location.pathname)}
          onRetry={onRetry}
        />
      ) : empty ? (
        <PageSkeleton />
      ) : (
        children
      )}
      <Snackbar message={snackBarMessage} onClose={() => showSnackbar(null)} />
      <Suspense fallback={null}>
        {leaving !== null && (
          <LeaveDialog {...leaving} onLeave={() => onLeave(true)} onStay={() => onLeave(false)} />
        )}
        {signInAbove && user && (
          <SignInDialog
            email={user.email}
            phone={user.phone}
            method={user.auth.currentSessionAuthMethod}
            password="login.password"
            button="login.button"
            onLater={() => (store.signInAbove = false)}
            onSignIn={actions['login'] as unknown as Signing}
            onCode={actions['factor.code'] as unknown as Signing}
            onElsewhere={() =>
              location.assign(`/login?redirect=${encodeURIComponent(location.pathname)}`)
            }
          />
        )}
        {help && <Help language={i18n.language} onClose={() => onHelp(false)} />}
      </Suspense>
    </>
  )
}

/** Help is fetched by language, and again when that changes (spec 7). */
function Help({ language, onClose }: { language: string; onClose: () => void }) {
  const release = store.appConfiguration?.release ?? ''
  const key = [`help?lang=${language}`, store.user?._id ?? '', language, release] as const
  const { data, error, mutate } = useSWR<unknown, unknown>(key, askHelp)
  const topics = data
    ? { status: 'ready' as const, value: (data as Pages).items, refreshing: false }
    : error
      ? {
          status: 'failed' as const,
          offline: error instanceof NoSignal,
          retry: () => void mutate(),
        }
      : { status: 'loading' as const }
  return <HelpDialog open onClose={onClose} topics={topics} />
}
const askHelp = async (key: SourceKey) => (await import('./helpkept.ts')).askHelp(key)
type Pages = { items: readonly HelpTopic[] }

/**
 * Offline, the documents of console pages never arrived, so the path is all there is to tell by.
 */
function isOfConsole(path: string): boolean {
  const catalog = currentCatalog()
  const match = matchPath(catalog.matchers, path)
  return match !== undefined && catalog.routes.get(match.name)?.layout === 'console'
}
