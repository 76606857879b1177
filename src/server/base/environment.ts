/**
 * The environment variables, read once and validated as a whole: every unknown or malformed one is
 * reported before anything starts.
 */

import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { isEmail } from '#engine/forms/email.ts'
import { nearest } from '#engine/documents/json.ts'
import {
  isAddressWith,
  PAYSTACK_SECRET,
  SMTP_PROTOCOLS,
  STRIPE_SECRET,
  STRIPE_WEBHOOK,
  type KeyForm,
} from './keyforms.ts'

export type Environment = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Connection for PostgreSQL notifications, if DATABASE_URL points to a pooler. */
  readonly databaseListenUrl: string | null
  /** DATABASE_URL points to a pooler in transaction mode. */
  readonly databasePooler: boolean
  /** Maximum connections of this server, not counting the one for notifications. */
  readonly databaseConnections: number
  /**
   * The public address of the product; decides on Secure cookies and HSTS. Null: any host, over
   * http.
   */
  readonly publicUrl: string | null
  readonly secret: string
  /**
   * Former secrets: values sealed with them can still be opened, but nothing new is sealed with
   * them.
   */
  readonly previousSecrets: readonly string[]
  readonly smtpUrl: string | null
  /** The address that all emails are from; null: each tenant's address for help. */
  readonly mailFrom: string | null
  /** The gateway for text messages. Null: none are sent. */
  readonly sms: SmsSettings | null
  /** Keys of payment providers: for the whole installation, and in no document. */
  readonly paystackKey: string | null
  readonly stripeKeys: { readonly secret: string; readonly webhook: string } | null
  readonly demo: boolean
  /** Proxies whose X-Forwarded-* headers are trusted; an explicit list, never "all". */
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  /** One line per request, without personal data. */
  readonly accessLog: boolean
  /** The token for scraping metrics from another machine. */
  readonly metricsToken: string | null
  /** Where traces are sent, under OpenTelemetry's own name for it; none are made without it. */
  readonly traceUrl: string | null
  /** The share of requests that are traced, from 0 to 1. */
  readonly traceRatio: number
}

const SMS_PROVIDERS = ['africastalking', 'twilio'] as const
export type SmsSettings = {
  readonly provider: (typeof SMS_PROVIDERS)[number]
  /** Africa's Talking: the username. Twilio: the account's SID. */
  readonly user: string
  readonly key: string
  /** A number, a sender id, or Twilio's messaging service; null: the gateway's own. */
  readonly from: string | null
  /** Another address of the gateway, such as its sandbox; null: its usual one. */
  readonly url: string | null
}

/** Unknown names with our prefixes are probably misspelt; all others belong to the system. */
export const NAMES = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_POOLER',
  'DATABASE_CONNECTIONS',
  'PUBLIC_URL',
  'SECRET',
  'SECRET_PREVIOUS',
  'SMTP_URL',
  'MAIL_FROM',
  'SMS_PROVIDER',
  'SMS_USER',
  'SMS_KEY',
  'SMS_FROM',
  'SMS_URL',
  'PAYSTACK_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'DEMO',
  'ALLOW_EMBEDDED_DB',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'ACCESS_LOG',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const LOOK_ALIKE =
  /^(?:TSELA_|DATA_?|DATABASE_?|PUBLIC_?|SMTP_?|MAIL_F|SMS_|PAYSTACK|STRIPE|DEMO_?|ALLOW_EMBED|TRUST_?PROX|SECRET|ACCESS_LOG|METRICS_)/
const DEMO_SECRET = 'demo-secret-that-protects-invented-data-only'
/** Names with our prefixes that other programs use. */
const FOREIGN = new Set(['DATADIR', 'PUBLIC', 'DEMOS'])

/** @throws EnvironmentError with one sentence for each invalid value */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Environment {
  const settings = new Settings(env)
  settings.requireKnownNames()
  const listen = readListen(settings)
  const database = readDatabase(settings)
  const demo = readDemo(settings)
  const secrets = readSecrets(settings, demo)
  const publicUrl = readPublicUrl(settings)
  const smtpUrl = settings.url('SMTP_URL', SMTP_PROTOCOLS)
  const mailFrom = readMailFrom(settings)
  const sms = readSms(settings)
  const payments = readPayments(settings)
  const observed = readObserved(settings)
  const trustProxy = readProxies(settings)
  requirePrivateDemo(settings, demo, listen.host, publicUrl)
  if (settings.problems.length > 0) throw new EnvironmentError(settings.problems)
  return {
    ...listen,
    ...database,
    ...secrets,
    ...payments,
    ...observed,
    publicUrl,
    trustProxy,
    smtpUrl,
    mailFrom,
    sms,
    demo,
    dataDir: resolve(cwd, settings.text('DATA_DIR') ?? '.data'),
  }
}

type Name = (typeof NAMES)[number]

/** Reads values, and collects what is wrong with them. */
class Settings {
  readonly problems: string[] = []
  constructor(readonly env: Readonly<Record<string, string | undefined>>) {}

  text(name: Name): string | null {
    const value = this.env[name]
    return value === undefined || value === '' ? null : value
  }

  flag(name: Name, fallback: boolean): boolean {
    const value = this.text(name)
    if (value === null) return fallback
    if (/^(1|true|on)$/i.test(value)) return true
    if (/^(0|false|off)$/i.test(value)) return false
    this.problems.push(`${name} is "${value}"; set it to 1 or 0`)
    return fallback
  }

  url(name: Name, protocols: readonly string[]): string | null {
    const value = this.text(name)
    if (value === null) return null
    if (isAddressWith(protocols, value)) return value
    this.problems.push(
      `${name} is not an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    )
    return null
  }

  /** A misspelt name would silently have no effect. */
  requireKnownNames(): void {
    for (const name of Object.keys(this.env)) {
      if ((NAMES as readonly string[]).includes(name) || FOREIGN.has(name)) continue
      if (!LOOK_ALIKE.test(name)) continue
      const meant = nearest(name.replace(/^TSELA_/, ''), NAMES)
      this.problems.push(
        `${name} is not a setting of this program${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      )
    }
  }
}

function readListen(settings: Settings) {
  const { problems } = settings
  const portText = settings.text('PORT') ?? '4310'
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN
  if (!(port >= 0 && port <= 65535))
    problems.push(`PORT is "${portText}"; set it to a number from 0 to 65535`)
  const host = settings.text('HOST') ?? '127.0.0.1'
  // Digits and dots are an address or nothing; looking up such a name fails late, and says little.
  if (!/^[A-Za-z0-9.:_-]+$/.test(host) || (/^[\d.]+$/.test(host) && !isIPv4(host)))
    problems.push(`HOST is "${host}"; set it to an address or a host name`)
  return { port, host }
}

function readDatabase(settings: Settings) {
  const { problems } = settings
  const databaseUrl = settings.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseListenUrl = settings.url('DATABASE_LISTEN_URL', ['postgres:', 'postgresql:'])
  const databasePooler = settings.flag('DATABASE_POOLER', false)
  const text = settings.text('DATABASE_CONNECTIONS') ?? '10'
  const databaseConnections = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (databaseConnections < 2)
    problems.push(`DATABASE_CONNECTIONS is "${text}"; set it to a number from 2 to 9999`)
  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_POOLER', 'DATABASE_CONNECTIONS'] as const)
    if (settings.text(name) !== null && settings.text('DATABASE_URL') === null)
      problems.push(`${name} has no effect without DATABASE_URL`)
  return { databaseUrl, databaseListenUrl, databasePooler, databaseConnections }
}

function readDemo(settings: Settings): boolean {
  const isEmbedded = settings.text('DATABASE_URL') === null
  const demo = settings.flag('DEMO', isEmbedded)
  const allowEmbedded = settings.flag('ALLOW_EMBEDDED_DB', false)
  if (!demo && isEmbedded && !allowEmbedded)
    settings.problems.push(
      'Outside demo mode the embedded database is refused, for it survives a crash of the process but not of the machine: set DATABASE_URL, or ALLOW_EMBEDDED_DB=1',
    )
  return demo
}

function readSecrets(settings: Settings, demo: boolean) {
  const { problems } = settings
  const secret = settings.text('SECRET')
  if (secret === null && !demo)
    problems.push(
      'SECRET is missing: set it to at least 32 characters that nobody can guess; it seals codes and identity numbers',
    )
  if (secret === DEMO_SECRET && !demo)
    problems.push('SECRET is the one from demo mode, which everyone can read: choose another')
  if (secret !== null && secret.length < 32)
    problems.push(`SECRET has ${secret.length} characters; it needs at least 32`)
  const previousSecrets = listOf(settings.text('SECRET_PREVIOUS'))
  for (const previous of previousSecrets)
    if (previous.length < 32)
      problems.push(
        `SECRET_PREVIOUS holds a secret of ${previous.length} characters; each has at least 32, with a comma between two`,
      )
  // All data in demo mode is invented, so a fixed secret can keep sessions across restarts.
  return { secret: secret ?? DEMO_SECRET, previousSecrets }
}

function readPublicUrl(settings: Settings): string | null {
  const text = settings.url('PUBLIC_URL', ['http:', 'https:'])
  if (text === null) return null
  const { origin, href } = new URL(text)
  if (href !== `${origin}/`)
    settings.problems.push(`PUBLIC_URL is more than the address of a host; set it to ${origin}`)
  return origin
}

function readMailFrom(settings: Settings): string | null {
  const address = settings.text('MAIL_FROM')
  if (address === null || isEmail(address)) return address
  settings.problems.push('MAIL_FROM is not an email address such as no-reply@example.org')
  return null
}

function readSms(settings: Settings): SmsSettings | null {
  const { problems } = settings
  const url = settings.url('SMS_URL', ['https:', 'http:'])
  if (url !== null && new URL(url).protocol === 'http:' && !isLoopback(new URL(url).hostname))
    problems.push(
      'SMS_URL starts with http://, so the key and the numbers could be read: use https://',
    )
  const name = settings.text('SMS_PROVIDER')
  const provider = SMS_PROVIDERS.find((each) => each === name) ?? null
  if (name !== null && provider === null)
    problems.push(`SMS_PROVIDER is "${name}"; set it to one of ${SMS_PROVIDERS.join(', ')}`)
  if (name === null) {
    for (const other of ['SMS_USER', 'SMS_KEY', 'SMS_FROM', 'SMS_URL'] as const)
      if (settings.text(other) !== null && (other !== 'SMS_URL' || url !== null))
        problems.push(`${other} has no effect without SMS_PROVIDER`)
    return null
  }
  const [user, key] = [settings.text('SMS_USER'), settings.text('SMS_KEY')]
  if (user === null) problems.push('SMS_USER is missing: SMS_PROVIDER needs it')
  if (key === null) problems.push('SMS_KEY is missing: SMS_PROVIDER needs it')
  if (provider === null || user === null || key === null) return null
  return { provider, user, key, from: settings.text('SMS_FROM'), url }
}

function readProxies(settings: Settings): string[] {
  const proxies = listOf(settings.text('TRUST_PROXY'))
  for (const proxy of proxies)
    if (!isNetwork(proxy))
      settings.problems.push(`TRUST_PROXY holds "${proxy}", which is not an address or network`)
  return proxies
}

/** Keys are never repeated in a message. */
function readPayments(settings: Settings): Pick<Environment, 'paystackKey' | 'stripeKeys'> {
  const key = (name: Name, { form, like }: KeyForm): string | null => {
    const value = settings.text(name)
    if (value === null || form.test(value)) return value
    settings.problems.push(`${name} doesn't look like one: it begins with ${like}`)
    return null
  }
  const paystackKey = key('PAYSTACK_SECRET_KEY', PAYSTACK_SECRET)
  const secret = key('STRIPE_SECRET_KEY', STRIPE_SECRET)
  const webhook = key('STRIPE_WEBHOOK_SECRET', STRIPE_WEBHOOK)
  if (
    (settings.text('STRIPE_SECRET_KEY') === null) !==
    (settings.text('STRIPE_WEBHOOK_SECRET') === null)
  )
    settings.problems.push(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET need each other: without the second, nothing that Stripe reports can be believed',
    )
  return {
    paystackKey,
    stripeKeys: secret === null || webhook === null ? null : { secret, webhook },
  }
}

/** Logs, metrics and traces. */
function readObserved(settings: Settings) {
  const { problems } = settings
  const logLevel = settings.text('LOG_LEVEL') ?? 'warn'
  if (!LOG_LEVELS.includes(logLevel))
    problems.push(`LOG_LEVEL is "${logLevel}"; set it to one of ${LOG_LEVELS.join(', ')}`)
  const metricsToken = settings.text('METRICS_TOKEN')
  if (metricsToken !== null && !/^[\x21-\x7e]{16,200}$/.test(metricsToken))
    problems.push("METRICS_TOKEN can't be used: it needs at least 16 characters, without spaces")
  const traceUrl = settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const ratioText = settings.text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const traceRatio = Number(ratioText)
  if (!(traceRatio >= 0 && traceRatio <= 1))
    problems.push(`OTEL_TRACES_SAMPLER_ARG is "${ratioText}"; set it to a share from 0 to 1`)
  const accessLog = settings.flag('ACCESS_LOG', false)
  return { logLevel, accessLog, metricsToken, traceUrl, traceRatio }
}

/**
 * A demo that others can reach has to be asked for. Judged only once each value by itself is valid.
 */
function requirePrivateDemo(
  settings: Settings,
  demo: boolean,
  host: string,
  publicUrl: string | null,
): void {
  if (!demo || settings.text('DEMO') !== null || settings.problems.length > 0) return
  const outside =
    publicUrl !== null ? 'PUBLIC_URL is set' : isLoopback(host) ? null : `HOST is ${host}`
  if (outside !== null)
    settings.problems.push(
      `${outside}, so others could use the demo accounts, whose password everyone knows: set DEMO=1 if you want that, or DEMO=0 for real use`,
    )
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Settings that are allowed but probably unintended, one sentence each. */
export function warningsOf({ publicUrl, trustProxy }: Environment): string[] {
  const warnings: string[] = []
  if (publicUrl !== null && trustProxy.length === 0)
    warnings.push(
      'PUBLIC_URL is set and TRUST_PROXY is not: if a proxy is in front, everyone seems to come from its address, and a limit for one network limits everyone. Set TRUST_PROXY to the address of the proxy.',
    )
  return warnings
}

/** Is this address reachable only from this machine? */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** An IP address, optionally with a prefix length. */
function isNetwork(text: string): boolean {
  const [, address, bits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address ?? '')
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}

export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'EnvironmentError'
  }
}
