/** What the environment may say: every value that cannot be used gets its own sentence, all of them at once. */

import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from '#server/environment.ts'

const HERE = '/srv/tsela'
const SECRET = 'a-secret-of-thirty-two-characters'
/** Outside demo mode, with everything that is required there. */
const REAL = { DATABASE_URL: 'postgresql://tsela@db.example/tsela', SECRET }

type Env = Readonly<Record<string, string | undefined>>

function problemsOf(env: Env): readonly string[] {
  try {
    readEnvironment(env, HERE)
    return []
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    return error.problems
  }
}

describe('an environment that says nothing', () => {
  const defaults = {
    port: 4310,
    host: '127.0.0.1',
    dataDir: '/srv/tsela/.data',
    databaseUrl: null,
    publicUrl: null,
    smtpUrl: null,
    demo: true,
    trustProxy: [],
    logLevel: 'warn',
  }

  it('is a demo on this machine alone, in a folder here, with the embedded database', () => {
    expect(readEnvironment({}, HERE)).toMatchObject(defaults)
  })

  it('has a secret that stays the same over a restart', () => {
    const { secret } = readEnvironment({}, HERE)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readEnvironment({}, '/elsewhere').secret).toBe(secret)
  })

  it('is the same as one whose values are all empty', () => {
    const empty = Object.fromEntries(
      ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SECRET', 'SMTP_URL', 'SMS_URL', 'SMS_FROM', 'DEMO', 'ALLOW_EMBEDDED_DB', 'TRUST_PROXY', 'LOG_LEVEL'].map((name) => [name, '']),
    )
    expect(readEnvironment(empty, HERE)).toEqual(readEnvironment({}, HERE))
  })

  it('does not mind what other programs keep there', () => {
    const others = { PATH: '/bin', HOME: '/root', HOSTNAME: 'box', PORTS: '1', npm_config_cache: 'x', DATADIR: 'x', PUBLIC: 'x', DEMOS: 'x', NODE_ENV: 'test', LOGNAME: 'me', smtp_url: 'x' }
    expect(readEnvironment(others, HERE)).toEqual(readEnvironment({}, HERE))
  })
})

describe('a value that can be used', () => {
  it.each<[Env, object]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: 'tsela.example' }, { host: 'tsela.example' }],
    [{ DATA_DIR: 'data' }, { dataDir: '/srv/tsela/data' }],
    [{ DATA_DIR: '/var/lib/tsela' }, { dataDir: '/var/lib/tsela' }],
    [
      { DEMO: 'on', ...REAL },
      { demo: true, databaseUrl: REAL.DATABASE_URL },
    ],
    [
      { DEMO: '1', DATABASE_URL: 'postgres:///x' },
      { demo: true, databaseUrl: 'postgres:///x' },
    ],
    [REAL, { demo: false, databaseUrl: REAL.DATABASE_URL, secret: SECRET }],
    [
      { DEMO: 'False', ALLOW_EMBEDDED_DB: 'TRUE', SECRET },
      { demo: false, databaseUrl: null },
    ],
    [{ SECRET: 's'.repeat(32) }, { secret: 's'.repeat(32) }],
    [{ PUBLIC_URL: 'https://tsela.example' }, { publicUrl: 'https://tsela.example' }],
    [{ PUBLIC_URL: 'http://192.168.1.20:4310/' }, { publicUrl: 'http://192.168.1.20:4310' }],
    [{ PUBLIC_URL: 'HTTPS://Tsela.Example:443' }, { publicUrl: 'https://tsela.example' }],
    [{ SMTP_URL: 'smtps://user:pass@mail.example:465' }, { smtpUrl: 'smtps://user:pass@mail.example:465' }],
    [{ SMTP_URL: 'smtp://127.0.0.1:1025' }, { smtpUrl: 'smtp://127.0.0.1:1025' }],
    [{ SMS_URL: 'https://sms.example/send', SMS_FROM: 'Tsela' }, {}],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,::1,fd00::/8, ' }, { trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8'] }],
    [{ TRUST_PROXY: '0.0.0.0/0,::/128,10.0.0.1/32' }, { trustProxy: ['0.0.0.0/0', '::/128', '10.0.0.1/32'] }],
  ])('is used: %o', (env, expected) => {
    expect(readEnvironment(env, HERE)).toMatchObject(expected)
  })
})

const EMBEDDED = 'Outside demo mode the embedded database is refused, for it survives a crash of the process but not of the machine: set DATABASE_URL, or ALLOW_EMBEDDED_DB=1'
const NO_SECRET = 'SECRET is missing: at least 32 characters that nobody can guess; it seals codes and identity numbers'

describe('a value that cannot be used', () => {
  it.each<[Env, string]>([
    [{ PORT: 'http' }, 'PORT is "http"; say a number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT is "65536"; say a number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT is "-1"; say a number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT is "80.5"; say a number from 0 to 65535'],
    [{ PORT: ' 80' }, 'PORT is " 80"; say a number from 0 to 65535'],
    [{ PORT: '0x50' }, 'PORT is "0x50"; say a number from 0 to 65535'],
    [{ HOST: 'tsela.example/app' }, 'HOST is "tsela.example/app"; say an address or a host name'],
    [{ HOST: 'two words' }, 'HOST is "two words"; say an address or a host name'],
    [{ DEMO: 'yes' }, 'DEMO is "yes"; say 1 or 0'],
    [{ ALLOW_EMBEDDED_DB: 'maybe' }, 'ALLOW_EMBEDDED_DB is "maybe"; say 1 or 0'],
    [{ DEMO: '0', SECRET }, EMBEDDED],
    [{ DEMO: '0', SECRET, ALLOW_EMBEDDED_DB: '0' }, EMBEDDED],
    [{ DATABASE_URL: REAL.DATABASE_URL }, NO_SECRET],
    [{ SECRET: 's'.repeat(31) }, 'SECRET has 31 characters; it needs at least 32'],
    [{ ...REAL, DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL is not an address that starts with postgres:// or postgresql://'],
    [{ ...REAL, DATABASE_URL: 'db.example' }, 'DATABASE_URL is not an address that starts with postgres:// or postgresql://'],
    [{ PUBLIC_URL: 'tsela.example' }, 'PUBLIC_URL is not an address that starts with http:// or https://'],
    [{ PUBLIC_URL: 'ftp://tsela.example' }, 'PUBLIC_URL is not an address that starts with http:// or https://'],
    [{ PUBLIC_URL: 'https://tsela.example/app' }, 'PUBLIC_URL is more than the address of a host; say https://tsela.example'],
    [{ PUBLIC_URL: 'https://tsela.example/?x=1' }, 'PUBLIC_URL is more than the address of a host; say https://tsela.example'],
    [{ PUBLIC_URL: 'https://tsela.example/#x' }, 'PUBLIC_URL is more than the address of a host; say https://tsela.example'],
    [{ PUBLIC_URL: 'https://user:pass@tsela.example:8443' }, 'PUBLIC_URL is more than the address of a host; say https://tsela.example:8443'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL is not an address that starts with smtp:// or smtps://'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL is not an address that starts with smtp:// or smtps://'],
    [{ SMS_URL: 'http://sms.example' }, 'SMS_URL is not an address that starts with https://'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; say one of fatal, error, warn, info, debug, trace, silent'],
    [{ LOG_LEVEL: 'WARN' }, 'LOG_LEVEL is "WARN"; say one of fatal, error, warn, info, debug, trace, silent'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY holds "true", which is no address or network'],
    [{ TRUST_PROXY: '*' }, 'TRUST_PROXY holds "*", which is no address or network'],
    [{ TRUST_PROXY: '10.0.0.1, proxy.example' }, 'TRUST_PROXY holds "proxy.example", which is no address or network'],
    [{ TRUST_PROXY: '10.0.0' }, 'TRUST_PROXY holds "10.0.0", which is no address or network'],
    [{ TRUST_PROXY: '10.0.0.256' }, 'TRUST_PROXY holds "10.0.0.256", which is no address or network'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY holds "10.0.0.0/33", which is no address or network'],
    [{ TRUST_PROXY: 'fd00::/129' }, 'TRUST_PROXY holds "fd00::/129", which is no address or network'],
    [{ TRUST_PROXY: 'fd00::/' }, 'TRUST_PROXY holds "fd00::/", which is no address or network'],
    [{ TRUST_PROXY: '...' }, 'TRUST_PROXY holds "...", which is no address or network'],
  ])('is refused, and says what would be one: %o', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence])
  })

  it.each([
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATA_DIRR', 'DATA_DIR'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['SMS_FORM', 'SMS_FROM'],
    ['DEMO_', 'DEMO'],
    ['ALLOW_EMBEDED_DB', 'ALLOW_EMBEDDED_DB'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['SECRETS', 'SECRET'],
    ['TSELA_PORT', 'PORT'],
    ['TSELA_DATADIR', 'DATA_DIR'],
  ])('is that of a misspelt name: %s', (name, meant) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([`${name} is not a setting of this program; did you mean ${meant}?`])
  })

  it('has a name like ours that is like none of ours', () => {
    for (const name of ['SECRET_KEY_BASE_OF_ANOTHER', 'TSELA_TELEMETRY']) expect(problemsOf({ [name]: 'x' })).toEqual([`${name} is not a setting of this program`])
  })

  it('is one of many, and all are named at once', () => {
    const problems = problemsOf({ PORT: 'x', HOST: '/', DEMO: '2', SECRET: 'short', PUBLIC_URL: 'x', SMTP_URL: 'x', SMS_URL: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x,y', DATABASE_URI: 'x' })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['DATABASE_URI', 'PORT', 'HOST', 'DEMO', 'SECRET', 'PUBLIC_URL', 'SMTP_URL', 'SMS_URL', 'LOG_LEVEL', 'TRUST_PROXY', 'TRUST_PROXY'])
  })

  it('is never said again where it may hold a password', () => {
    const hidden = 'hunter2hunter2'
    const problems = problemsOf({
      DATABASE_URL: `mysql://user:${hidden}@db/x`,
      SMTP_URL: `http://user:${hidden}@mail`,
      SMS_URL: `http://user:${hidden}@sms`,
      PUBLIC_URL: `https://user:${hidden}@tsela.example`,
      SECRET: hidden,
      SECRETT: hidden,
    })
    expect(problems.length).toBeGreaterThanOrEqual(6)
    expect(problems.join('\n')).not.toContain(hidden)
  })
})
