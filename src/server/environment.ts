/** The environment, read once and checked whole: every unknown or malformed value is named before anything starts. */

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { nearest } from '#engine/json.ts'

export type Environment = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Where people reach the product; decides on Secure cookies and HSTS. Null: whatever host they came by, over http. */
  readonly publicUrl: string | null
  readonly secret: string
  readonly smtpUrl: string | null
  readonly demo: boolean
  /** Proxies whose X-Forwarded-* headers are believed; an explicit list, never "all". */
  readonly trustProxy: readonly string[]
  readonly logLevel: string
}

/** Names that start like ours but are nobody's are most likely misspelt; all others belong to the system. */
const NAMES = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SECRET', 'SMTP_URL', 'SMS_URL', 'SMS_FROM', 'DEMO', 'ALLOW_EMBEDDED_DB', 'TRUST_PROXY', 'LOG_LEVEL'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const LOOK_ALIKE = /^(?:TSELA_|DATA_?|DATABASE_?|PUBLIC_?|SMTP_?|SMS_|DEMO_?|ALLOW_EMBED|TRUST_?PROX|SECRET)/
/** Names of our own that other programs use too. */
const FOREIGN = new Set(['DATADIR', 'PUBLIC', 'DEMOS'])

/** @throws EnvironmentError with one sentence for each value that cannot be used */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>, cwd: string): Environment {
  const problems: string[] = []
  const text = (name: (typeof NAMES)[number]): string | null => (env[name] === undefined || env[name] === '' ? null : env[name])
  const flag = (name: (typeof NAMES)[number], fallback: boolean): boolean => {
    const value = text(name)
    if (value === null) return fallback
    if (/^(1|true|on)$/i.test(value)) return true
    if (/^(0|false|off)$/i.test(value)) return false
    problems.push(`${name} is "${value}"; say 1 or 0`)
    return fallback
  }
  const url = (name: (typeof NAMES)[number], protocols: readonly string[]): string | null => {
    const value = text(name)
    if (value === null) return null
    const parsed = URL.canParse(value) ? new URL(value) : null
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      problems.push(`${name} is not an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`)
      return null
    }
    return value
  }

  for (const name of Object.keys(env)) {
    if ((NAMES as readonly string[]).includes(name) || FOREIGN.has(name) || !LOOK_ALIKE.test(name)) continue
    const meant = nearest(name.replace(/^TSELA_/, ''), NAMES)
    problems.push(`${name} is not a setting of this program${meant === undefined ? '' : `; did you mean ${meant}?`}`)
  }

  const portText = text('PORT') ?? '4310'
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN
  if (!(port >= 0 && port <= 65535)) problems.push(`PORT is "${portText}"; say a number from 0 to 65535`)
  const host = text('HOST') ?? '127.0.0.1'
  if (!/^[A-Za-z0-9.:_-]+$/.test(host)) problems.push(`HOST is "${host}"; say an address or a host name`)
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const demo = flag('DEMO', text('DATABASE_URL') === null)
  const allowEmbedded = flag('ALLOW_EMBEDDED_DB', false)
  if (!demo && text('DATABASE_URL') === null && !allowEmbedded) {
    problems.push('Outside demo mode the embedded database is refused, for it survives a crash of the process but not of the machine: set DATABASE_URL, or ALLOW_EMBEDDED_DB=1')
  }
  const secret = text('SECRET')
  if (secret === null && !demo) problems.push('SECRET is missing: at least 32 characters that nobody can guess; it seals codes and identity numbers')
  if (secret !== null && secret.length < 32) problems.push(`SECRET has ${secret.length} characters; it needs at least 32`)
  const publicText = url('PUBLIC_URL', ['http:', 'https:'])
  const publicUrl = publicText === null ? null : new URL(publicText).origin
  if (publicText !== null && new URL(publicText).href !== `${publicUrl}/`) problems.push(`PUBLIC_URL is more than the address of a host; say ${publicUrl}`)
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  url('SMS_URL', ['https:'])
  const logLevel = text('LOG_LEVEL') ?? 'warn'
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL is "${logLevel}"; say one of ${LOG_LEVELS.join(', ')}`)
  const trustProxy = (text('TRUST_PROXY') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  for (const proxy of trustProxy) if (!isNetwork(proxy)) problems.push(`TRUST_PROXY holds "${proxy}", which is no address or network`)
  if (problems.length > 0) throw new EnvironmentError(problems)
  return {
    port,
    host,
    databaseUrl,
    publicUrl,
    smtpUrl,
    demo,
    trustProxy,
    logLevel,
    dataDir: resolve(cwd, text('DATA_DIR') ?? '.data'),
    // In demo mode everything in the database is invented, so a fixed secret keeps sessions over a restart.
    secret: secret ?? 'demo-secret-that-protects-invented-data-only',
  }
}

/** An address, or one with the number of bits that count. */
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
