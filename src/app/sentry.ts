/** Error reports to Sentry, sampled as the specification says (spec 9), without personal data. */

import { browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react'
import { SAMPLING } from '#engine/contract/integrations.ts'
import { onReport } from './monitoring.ts'

export function startSentry(dsn: string, environment: string, release: string): void {
  init({
    dsn,
    environment,
    release,
    tracesSampleRate: SAMPLING.traces,
    replaysSessionSampleRate: SAMPLING.replays,
    replaysOnErrorSampleRate: SAMPLING.replaysOnError,
    // No trace headers, neither to our own server nor to others.
    tracePropagationTargets: [],
    integrations: [
      browserTracingIntegration(),
      // A replay shows boxes instead of text and images. Its worker would be created from a string,
      // which the policy refuses.
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        useCompression: false,
      }),
    ],
    beforeSend: withoutPerson,
    beforeSendTransaction: withoutPerson,
    beforeBreadcrumb: (crumb) =>
      crumb.category === 'console' || crumb.category?.startsWith('ui.') ? null : crumb,
  })
  onReport((error, at) => void captureException(error, { tags: { at: withoutQuery(at) } }))
}

type Report = { user?: unknown; request?: { url?: string } }

/** Removes the user, cookies and the query of the address. */
export function withoutPerson<R extends Report>(report: R): R {
  delete report.user
  if (report.request !== undefined)
    report.request =
      report.request.url === undefined ? {} : { url: withoutQuery(report.request.url) }
  return report
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/, '')
}
