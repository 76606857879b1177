/** Puts the server together. Dependencies are passed in; nothing listens here. */

import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { constants } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { accessPlugin } from '#server/plugins/access.ts'
import { antiForgeryPlugin } from '#server/plugins/anti-forgery.ts'
import { contractPlugin } from '#server/plugins/contract.ts'
import { errorsPlugin, refusalFor, refuseConnection, sendRefusal } from '#server/plugins/errors.ts'
import { experimentsPlugin } from '#server/plugins/experiments.ts'
import { observePlugin } from '#server/plugins/observe.ts'
import { overloadPlugin } from '#server/plugins/overload.ts'
import { patiencePlugin } from '#server/plugins/patience.ts'
import { policyPlugin } from '#server/plugins/policy.ts'
import { sessionPlugin } from '#server/plugins/session.ts'
import { tenantPlugin } from '#server/plugins/tenant.ts'
import { readBody, validatorCompiler } from '#server/base/bodies.ts'
import { accountRoutes } from '#server/routes/account.ts'
import { adminContentRoutes } from '../routes/admin-content.ts'
import { adminProviderRoutes } from '../routes/admin-providers.ts'
import { adminReportRoutes } from '../routes/admin-reports.ts'
import { adminDocumentRoutes } from '#server/routes/admin-documents.ts'
import { adminDraftRoutes } from '#server/routes/admin-drafts.ts'
import { adminInviteRoute, adminWithdrawRoute } from '#server/routes/admin-invite.ts'
import { adminTenantRoutes } from '#server/routes/admin-tenants.ts'
import { adminPeopleRoutes } from '#server/routes/admin-people.ts'
import { adminBirthDateRoute } from '#server/routes/admin-birthdate.ts'
import { adminFactorRoute } from '#server/routes/admin-factor.ts'
import { adminPictureRoutes } from '#server/routes/admin-pictures.ts'
import { adminPlanRoute } from '#server/routes/admin-plan.ts'
import { adminInstrumentRoutes } from '#server/routes/admin-instruments.ts'
import { adminResearchRoutes } from '#server/routes/admin-research.ts'
import { researchExportRoutes } from '#server/routes/research-export.ts'
import { adminRecipeRoutes } from '#server/routes/admin-recipes.ts'
import { adminApprovalRoutes } from '#server/routes/admin-approvals.ts'
import { adminScheduledRoutes } from '#server/routes/admin-scheduled.ts'
import { adminReleaseRoutes } from '#server/routes/admin-releases.ts'
import { adminSearchRoute } from '#server/routes/admin-search.ts'
import { adminToolRoutes } from '#server/routes/admin-tools.ts'
import { adminCouponRoutes } from '#server/routes/admin-coupons.ts'
import { adminVoucherRoutes } from '#server/routes/admin-vouchers.ts'
import { assessmentRoutes } from '#server/routes/assessments.ts'
import { authRoutes } from '#server/routes/auth.ts'
import { careerRoutes } from '#server/routes/careers.ts'
import { catalogueRoutes } from '#server/routes/catalogue.ts'
import { catalogueSearchRoutes } from '#server/routes/catalogue-search.ts'
import { configurationRoutes } from '#server/routes/configuration.ts'
import { cvFileRoutes } from '../routes/cv-files.ts'
import { cvImportRoute } from '../routes/cv-import.ts'
import { cvOrderRoute } from '../routes/cv-order.ts'
import { cvShareRoutes, sharedRoute } from '../routes/cv-shares.ts'
import { cvViewRoute } from '../routes/cv-view.ts'
import { demoPaymentRoutes } from '#server/routes/demo-payments.ts'
import { demoRoutes } from '#server/routes/demo.ts'
import { adminExperimentStepRoutes } from '#server/routes/admin-experiment-steps.ts'
import { adminExperimentRoutes } from '#server/routes/admin-experiments.ts'
import { errorRoutes } from '#server/routes/errors.ts'
import { eventRoutes } from '#server/routes/events.ts'
import { healthRoutes } from '#server/routes/health.ts'
import { helpRoutes } from '#server/routes/help.ts'
import { imageRoutes } from '#server/routes/images.ts'
import { metricsRoutes } from '#server/routes/metrics.ts'
import { guardianRoutes } from '#server/routes/guardian.ts'
import { isEarlyForm, openAgain, pageRoutes } from '#server/routes/pages.ts'
import { personalRoutes } from '#server/routes/personal.ts'
import { paymentRoutes } from '#server/routes/payments.ts'
import { payRequestRoutes } from '#server/routes/pay-requests.ts'
import { planRoutes } from '#server/routes/plans.ts'
import { reportFileRoutes } from '#server/routes/report-files.ts'
import { reportRoutes } from '#server/routes/reports.ts'
import { subjectRoutes } from '#server/routes/subjects.ts'
import { savedRoutes } from '#server/routes/favourites.ts'
import { entryRoutes } from '#server/routes/entries.ts'
import { recordRoutes } from '#server/routes/records.ts'
import { userRoutes } from '#server/routes/users.ts'
import { OPENAPI } from '#server/base/openapi.ts'
import type { Listener } from '#server/base/listener.ts'
import type { ServerContext } from './context.ts'

export const BODY_LIMIT = 64 * 1024

/** Every route under /api. */
const API_ROUTES = [
  adminDocumentRoutes,
  adminDraftRoutes,
  adminRecipeRoutes,
  adminReleaseRoutes,
  adminApprovalRoutes,
  adminScheduledRoutes,
  adminToolRoutes,
  adminSearchRoute,
  adminPeopleRoutes,
  adminInviteRoute,
  adminWithdrawRoute,
  adminFactorRoute,
  adminBirthDateRoute,
  adminPlanRoute,
  adminProviderRoutes,
  adminVoucherRoutes,
  adminCouponRoutes,
  imageRoutes,
  adminPictureRoutes,
  adminInstrumentRoutes,
  adminTenantRoutes,
  adminResearchRoutes,
  researchExportRoutes,
  adminContentRoutes,
  adminReportRoutes,
  configurationRoutes,
  authRoutes,
  userRoutes,
  entryRoutes,
  recordRoutes,
  cvFileRoutes,
  cvImportRoute,
  cvOrderRoute,
  cvShareRoutes,
  cvViewRoute,
  savedRoutes,
  accountRoutes,
  personalRoutes,
  assessmentRoutes,
  reportRoutes,
  reportFileRoutes,
  careerRoutes,
  catalogueRoutes,
  catalogueSearchRoutes,
  subjectRoutes,
  planRoutes,
  paymentRoutes,
  payRequestRoutes,
  guardianRoutes,
  helpRoutes,
  adminExperimentRoutes,
  adminExperimentStepRoutes,
  errorRoutes,
  eventRoutes,
  healthRoutes,
  metricsRoutes,
  demoRoutes,
  demoPaymentRoutes,
]

/**
 * @param listener an open one that the app takes over; without it the app doesn't listen yet
 * @throws when an API route does not declare its action, or a declared one is not in the documents
 */
export async function buildApp(
  context: ServerContext,
  listener?: Listener,
): Promise<FastifyInstance> {
  const app = newApp(context, listener)
  // The framework closes only what it opened itself.
  if (listener) app.addHook('preClose', () => listener.close())
  context.log = app.log
  app.setValidatorCompiler(validatorCompiler)
  addParsers(app)
  await addPlugins(app, context)
  for (const routes of API_ROUTES)
    await app.register(async (scope) => routes(scope, context), { prefix: '/api' })
  await app.register(async (scope) => sharedRoute(scope, context))
  await app.register(async (scope) => pageRoutes(scope, context))
  app.setNotFoundHandler((request, reply) =>
    isEarlyForm(request)
      ? openAgain(request, reply)
      : sendRefusal(context, request, reply, new Refusal('request/not-found')),
  )
  await app.ready()
  return app
}

// An allow-list: nothing else reaches a log, email addresses least of all.
const SERIALIZERS = {
  req: (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
    method: request.method,
    route: request.routeOptions?.url,
  }),
  res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    message: error.message,
    code: error.code,
    stack: error.stack ?? '',
  }),
}

function newApp(context: ServerContext, listener: Listener | undefined): FastifyInstance {
  const { environment } = context.options
  return Fastify({
    logger: {
      level: environment.logLevel,
      serializers: SERIALIZERS,
    },
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    trustProxy: environment.trustProxy.length > 0 ? [...environment.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    genReqId: () => context.newId(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // An undecodable URL never reaches the error handler.
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(context, request, reply, refusalFor(error)),
    clientErrorHandler: (error, socket) => refuseConnection(context, error, socket),
    ...(listener && { serverFactory: listener.serverFactory }),
  })
}

/** Bodies are JSON or empty; an empty body counts as one without members, not as an error. */
function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(csp-report|reports\+json)$/,
    { parseAs: 'string' },
    (_request, _body, done) => done(null, {}),
  )
  app.addContentTypeParser(
    /^application\/json\s*(;.*)?$/i,
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.config.readsText) return done(null, body)
      try {
        done(null, body === '' ? {} : readBody(body as string))
      } catch (error) {
        done(error as Error, undefined)
      }
    },
  )
}

/** In the order in which they see a request. */
async function addPlugins(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { patienceMs: ms } = context.options
  await app.register(patiencePlugin, ms === undefined ? {} : { ms })
  context.tracing?.hook(app)
  await app.register(observePlugin, { context })
  await app.register(policyPlugin, { context })
  await app.register(cookie)
  // Worthwhile for lists and reports; what is sent repeatedly is compressed once, in asset.ts.
  // Requests are small and never compressed.
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    customTypes: /^application\/json/,
  })
  await app.register(errorsPlugin, { context })
  await app.register(overloadPlugin, { context })
  await app.register(tenantPlugin, { context })
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.url.includes('%00') ? new Refusal('request/malformed') : undefined),
  )
  await app.register(sessionPlugin, { context })
  await app.register(experimentsPlugin, { context })
  await app.register(antiForgeryPlugin, { context })
  await app.register(accessPlugin, {
    now: () => context.now(),
    actions: new Set(context.options.base.catalog.actions.keys()),
  })
  await app.register(contractPlugin, { actions: context.options.base.catalog.actions })
  await app.register(swagger, OPENAPI)
}
