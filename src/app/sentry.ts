/** Error reports to Sentry, sampled as the specification says (spec 9), with nothing of a person in them. */

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
    // Our own server is told nothing of it, nor anybody else.
    tracePropagationTargets: [],
    integrations: [
      browserTracingIntegration(),
      // A replay shows boxes in the place of words and pictures. Its worker would come from a string, which the policy refuses.
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

/** Who it was, their cookies, and what stands in the query of an address stay here. */
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
