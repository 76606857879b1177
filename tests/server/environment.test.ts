/** The environment variables: every invalid value gets its own sentence, all of them at once. */

import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment, warningsOf } from '#server/base/environment.ts'

const HERE = '/srv/tsela'
const SECRET = 'a-secret-of-thirty-two-characters'
/** Outside demo mode, with everything required there. */
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

describe('an empty environment', () => {
  const defaults = {
    port: 4310,
    host: '127.0.0.1',
    dataDir: '/srv/tsela/.data',
    databaseUrl: null,
    databaseListenUrl: null,
    databasePooler: false,
    databaseConnections: 10,
    publicUrl: null,
    smtpUrl: null,
    mailFrom: null,
    previousSecrets: [],
    demo: true,
    trustProxy: [],
    logLevel: 'warn',
  }

  it('means a demo on this machine only, in a local folder, with the embedded database', () => {
    expect(readEnvironment({}, HERE)).toMatchObject(defaults)
  })

  it('has a secret that stays the same across restarts', () => {
    const { secret } = readEnvironment({}, HERE)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readEnvironment({}, '/elsewhere').secret).toBe(secret)
  })

  it('is the same as one whose values are all empty', () => {
    const empty = Object.fromEntries(
      [
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
        'DEMO',
        'ALLOW_EMBEDDED_DB',
        'TRUST_PROXY',
        'LOG_LEVEL',
      ].map((name) => [name, '']),
    )
    expect(readEnvironment(empty, HERE)).toEqual(readEnvironment({}, HERE))
  })

  it('ignores the variables of other programs', () => {
    const others = {
      PATH: '/bin',
      HOME: '/root',
      HOSTNAME: 'box',
      PORTS: '1',
      npm_config_cache: 'x',
      DATADIR: 'x',
      PUBLIC: 'x',
      DEMOS: 'x',
      NODE_ENV: 'test',
      LOGNAME: 'me',
      smtp_url: 'x',
    }
    expect(readEnvironment(others, HERE)).toEqual(readEnvironment({}, HERE))
  })
})

describe('a valid value', () => {
  it.each<[Env, object]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0', DEMO: '1' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: 'localhost' }, { host: 'localhost' }],
    [{ HOST: '127.1.2.3' }, { host: '127.1.2.3' }],
    [{ HOST: 'tsela.example', DEMO: '1' }, { host: 'tsela.example' }],
    [{ HOST: '0.0.0.0', ...REAL }, { host: '0.0.0.0' }],
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
      {
        ...REAL,
        DATABASE_POOLER: '1',
        DATABASE_LISTEN_URL: 'postgres://db.example/tsela',
        DATABASE_CONNECTIONS: '2',
      },
      {
        databasePooler: true,
        databaseListenUrl: 'postgres://db.example/tsela',
        databaseConnections: 2,
      },
    ],
    [
      { DEMO: 'False', ALLOW_EMBEDDED_DB: 'TRUE', SECRET },
      { demo: false, databaseUrl: null },
    ],
    [{ SECRET: 's'.repeat(32) }, { secret: 's'.repeat(32) }],
    [
      { ...REAL, SECRET_PREVIOUS: `${'o'.repeat(32)}, ${'p'.repeat(40)},` },
      { secret: SECRET, previousSecrets: ['o'.repeat(32), 'p'.repeat(40)] },
    ],
    [{ PUBLIC_URL: 'https://tsela.example', DEMO: '1' }, { publicUrl: 'https://tsela.example' }],
    [
      { PUBLIC_URL: 'http://192.168.1.20:4310/', DEMO: '1' },
      { publicUrl: 'http://192.168.1.20:4310' },
    ],
    [
      { PUBLIC_URL: 'HTTPS://Tsela.Example:443', DEMO: '1' },
      { publicUrl: 'https://tsela.example' },
    ],
    [
      { SMTP_URL: 'smtps://user:pass@mail.example:465' },
      { smtpUrl: 'smtps://user:pass@mail.example:465' },
    ],
    [{ MAIL_FROM: 'no-reply@example.org' }, { mailFrom: 'no-reply@example.org' }],
    [{ SMTP_URL: 'smtp://127.0.0.1:1025' }, { smtpUrl: 'smtp://127.0.0.1:1025' }],
    [{}, { sms: null }],
    [
      { SMS_PROVIDER: 'africastalking', SMS_USER: 'school', SMS_KEY: 'k' },
      { sms: { provider: 'africastalking', user: 'school', key: 'k', from: null, url: null } },
    ],
    [
      {
        SMS_PROVIDER: 'twilio',
        SMS_USER: 'AC1',
        SMS_KEY: 'k',
        SMS_FROM: '+27820000000',
        SMS_URL: 'http://127.0.0.1:9',
      },
      {
        sms: {
          provider: 'twilio',
          user: 'AC1',
          key: 'k',
          from: '+27820000000',
          url: 'http://127.0.0.1:9',
        },
      },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{}, { accessLog: false, metricsToken: null, traceUrl: null, traceRatio: 1 }],
    [
      { ACCESS_LOG: '1', METRICS_TOKEN: 'm'.repeat(16) },
      { accessLog: true, metricsToken: 'm'.repeat(16) },
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '0.05' }, { traceRatio: 0.05 }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
      { traceUrl: 'http://127.0.0.1:4318' },
    ],
    [
      { TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,::1,fd00::/8, ' },
      { trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8'] },
    ],
    [
      { TRUST_PROXY: '0.0.0.0/0,::/128,10.0.0.1/32' },
      { trustProxy: ['0.0.0.0/0', '::/128', '10.0.0.1/32'] },
    ],
  ])('is used: %o', (env, expected) => {
    expect(readEnvironment(env, HERE)).toMatchObject(expected)
  })
})

const EMBEDDED =
  'Outside demo mode the embedded database is refused, for it survives a crash of the process but not of the machine: set DATABASE_URL, or ALLOW_EMBEDDED_DB=1'
const NO_SECRET =
  'SECRET is missing: set it to at least 32 characters that nobody can guess; it seals codes and identity numbers'

describe('an invalid value', () => {
  it.each<[Env, string]>([
    [{ PORT: 'http' }, 'PORT is "http"; set it to a number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT is "65536"; set it to a number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT is "-1"; set it to a number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT is "80.5"; set it to a number from 0 to 65535'],
    [{ PORT: ' 80' }, 'PORT is " 80"; set it to a number from 0 to 65535'],
    [{ PORT: '0x50' }, 'PORT is "0x50"; set it to a number from 0 to 65535'],
    [
      { HOST: 'tsela.example/app' },
      'HOST is "tsela.example/app"; set it to an address or a host name',
    ],
    [{ HOST: 'two words' }, 'HOST is "two words"; set it to an address or a host name'],
    [{ DEMO: 'yes' }, 'DEMO is "yes"; set it to 1 or 0'],
    [{ ALLOW_EMBEDDED_DB: 'maybe' }, 'ALLOW_EMBEDDED_DB is "maybe"; set it to 1 or 0'],
    [{ DEMO: '0', SECRET }, EMBEDDED],
    [{ DEMO: '0', SECRET, ALLOW_EMBEDDED_DB: '0' }, EMBEDDED],
    [{ DATABASE_URL: REAL.DATABASE_URL }, NO_SECRET],
    [{ SECRET: 's'.repeat(31) }, 'SECRET has 31 characters; it needs at least 32'],
    [
      { SECRET_PREVIOUS: `${'o'.repeat(32)},${'p'.repeat(31)}` },
      'SECRET_PREVIOUS holds a secret of 31 characters; each has at least 32, with a comma between two',
    ],
    [
      { ...REAL, DATABASE_URL: 'mysql://db/x' },
      'DATABASE_URL is not an address that starts with postgres:// or postgresql://',
    ],
    [
      { ...REAL, DATABASE_CONNECTIONS: '1' },
      'DATABASE_CONNECTIONS is "1"; set it to a number from 2 to 9999',
    ],
    [
      { ...REAL, DATABASE_CONNECTIONS: 'many' },
      'DATABASE_CONNECTIONS is "many"; set it to a number from 2 to 9999',
    ],
    [
      { ...REAL, DATABASE_POOLER: 'transaction' },
      'DATABASE_POOLER is "transaction"; set it to 1 or 0',
    ],
    [
      { ...REAL, DATABASE_LISTEN_URL: 'db.example' },
      'DATABASE_LISTEN_URL is not an address that starts with postgres:// or postgresql://',
    ],
    [{ DATABASE_POOLER: '1' }, 'DATABASE_POOLER has no effect without DATABASE_URL'],
    [
      { ...REAL, DATABASE_URL: 'db.example' },
      'DATABASE_URL is not an address that starts with postgres:// or postgresql://',
    ],
    [
      { PUBLIC_URL: 'tsela.example' },
      'PUBLIC_URL is not an address that starts with http:// or https://',
    ],
    [
      { PUBLIC_URL: 'ftp://tsela.example' },
      'PUBLIC_URL is not an address that starts with http:// or https://',
    ],
    [
      { PUBLIC_URL: 'https://tsela.example/app' },
      'PUBLIC_URL is more than the address of a host; set it to https://tsela.example',
    ],
    [
      { PUBLIC_URL: 'https://tsela.example/?x=1' },
      'PUBLIC_URL is more than the address of a host; set it to https://tsela.example',
    ],
    [
      { PUBLIC_URL: 'https://tsela.example/#x' },
      'PUBLIC_URL is more than the address of a host; set it to https://tsela.example',
    ],
    [
      { PUBLIC_URL: 'https://user:pass@tsela.example:8443' },
      'PUBLIC_URL is more than the address of a host; set it to https://tsela.example:8443',
    ],
    ...(
      [
        [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
        [{ HOST: '::' }, 'HOST is ::'],
        [{ HOST: '192.168.1.20' }, 'HOST is 192.168.1.20'],
        [{ HOST: '127.example' }, 'HOST is 127.example'],
        [{ PUBLIC_URL: 'http://localhost:4310' }, 'PUBLIC_URL is set'],
        [{ PUBLIC_URL: 'https://tsela.example', HOST: '0.0.0.0', SECRET }, 'PUBLIC_URL is set'],
        [{ HOST: '0.0.0.0', DEMO: '' }, 'HOST is 0.0.0.0'],
      ] satisfies [Env, string][]
    ).map(([env, why]): [Env, string] => [
      env,
      `${why}, so others could use the demo accounts, whose password everyone knows: set DEMO=1 if you want that, or DEMO=0 for real use`,
    ]),
    [
      { ...REAL, SECRET: readEnvironment({}, HERE).secret },
      'SECRET is the one from demo mode, which everyone can read: choose another',
    ],
    [
      { MAIL_FROM: 'Tsela <no-reply@example.org>' },
      'MAIL_FROM is not an email address such as no-reply@example.org',
    ],
    [
      { SMTP_URL: 'mail.example' },
      'SMTP_URL is not an address that starts with smtp:// or smtps://',
    ],
    [
      { SMTP_URL: 'https://mail.example' },
      'SMTP_URL is not an address that starts with smtp:// or smtps://',
    ],
    [
      { SMS_PROVIDER: 'pigeon', SMS_USER: 'a', SMS_KEY: 'b' },
      'SMS_PROVIDER is "pigeon"; set it to one of africastalking, twilio',
    ],
    [
      { SMS_PROVIDER: 'twilio', SMS_USER: 'a', SMS_KEY: 'b', SMS_URL: 'http://sms.example' },
      'SMS_URL starts with http://, so the key and the numbers could be read: use https://',
    ],
    [{ SMS_PROVIDER: 'twilio', SMS_USER: 'a' }, 'SMS_KEY is missing: SMS_PROVIDER needs it'],
    [{ SMS_PROVIDER: 'twilio', SMS_KEY: 'b' }, 'SMS_USER is missing: SMS_PROVIDER needs it'],
    [{ SMS_FROM: 'Tsela' }, 'SMS_FROM has no effect without SMS_PROVIDER'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud"; set it to one of fatal, error, warn, info, debug, trace, silent',
    ],
    [
      { LOG_LEVEL: 'WARN' },
      'LOG_LEVEL is "WARN"; set it to one of fatal, error, warn, info, debug, trace, silent',
    ],
    [{ ACCESS_LOG: 'all' }, 'ACCESS_LOG is "all"; set it to 1 or 0'],
    [
      { METRICS_TOKEN: 'short' },
      "METRICS_TOKEN can't be used: it needs at least 16 characters, without spaces",
    ],
    [
      { METRICS_TOKEN: 'two words of one token' },
      "METRICS_TOKEN can't be used: it needs at least 16 characters, without spaces",
    ],
    [
      { OTEL_TRACES_SAMPLER_ARG: '5%' },
      'OTEL_TRACES_SAMPLER_ARG is "5%"; set it to a share from 0 to 1',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT is not an address that starts with http:// or https://',
    ],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY holds "true", which is not an address or network'],
    [{ TRUST_PROXY: '*' }, 'TRUST_PROXY holds "*", which is not an address or network'],
    [
      { TRUST_PROXY: '10.0.0.1, proxy.example' },
      'TRUST_PROXY holds "proxy.example", which is not an address or network',
    ],
    [{ TRUST_PROXY: '10.0.0' }, 'TRUST_PROXY holds "10.0.0", which is not an address or network'],
    [
      { TRUST_PROXY: '10.0.0.256' },
      'TRUST_PROXY holds "10.0.0.256", which is not an address or network',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY holds "10.0.0.0/33", which is not an address or network',
    ],
    [
      { TRUST_PROXY: 'fd00::/129' },
      'TRUST_PROXY holds "fd00::/129", which is not an address or network',
    ],
    [{ TRUST_PROXY: 'fd00::/' }, 'TRUST_PROXY holds "fd00::/", which is not an address or network'],
    [{ TRUST_PROXY: '...' }, 'TRUST_PROXY holds "...", which is not an address or network'],
  ])('is refused, with a description of a valid one: %o', (env, sentence) => {
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
    ['ACCESS_LOGS', 'ACCESS_LOG'],
    ['METRICS_TOKENS', 'METRICS_TOKEN'],
    ['TSELA_PORT', 'PORT'],
    ['TSELA_DATADIR', 'DATA_DIR'],
  ])('includes one with a misspelt name: %s', (name, meant) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([
      `${name} is not a setting of this program; did you mean ${meant}?`,
    ])
  })

  it('includes one with our prefix but an unknown name', () => {
    for (const name of ['SECRET_KEY_BASE_OF_ANOTHER', 'TSELA_TELEMETRY'])
      expect(problemsOf({ [name]: 'x' })).toEqual([`${name} is not a setting of this program`])
  })

  it('may be one of many, and all are named at once', () => {
    const problems = problemsOf({
      PORT: 'x',
      HOST: '/',
      DEMO: '2',
      SECRET: 'short',
      PUBLIC_URL: 'x',
      SMTP_URL: 'x',
      SMS_URL: 'x',
      LOG_LEVEL: 'x',
      TRUST_PROXY: 'x,y',
      DATABASE_URI: 'x',
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'DATABASE_URI',
      'PORT',
      'HOST',
      'DEMO',
      'SECRET',
      'PUBLIC_URL',
      'SMTP_URL',
      'SMS_URL',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'TRUST_PROXY',
    ])
  })

  it('is never repeated if it may contain a password', () => {
    const hidden = 'hunter2hunter2'
    const problems = problemsOf({
      DATABASE_URL: `mysql://user:${hidden}@db/x`,
      SMTP_URL: `http://user:${hidden}@mail`,
      SMS_PROVIDER: 'twilio',
      SMS_KEY: hidden,
      SMS_URL: `http://user:${hidden}@sms`,
      PUBLIC_URL: `https://user:${hidden}@tsela.example`,
      SECRET: hidden,
      SECRETT: hidden,
    })
    expect(problems.length).toBeGreaterThanOrEqual(6)
    expect(problems.join('\n')).not.toContain(hidden)
  })
})

describe('an environment that is valid but probably unintended', () => {
  const warnings = (env: Env) => warningsOf(readEnvironment({ ...REAL, ...env }, HERE))

  it('warns about a public address without a trusted proxy, because all clients would count as one network', () => {
    expect(warnings({ PUBLIC_URL: 'https://tsela.example' })).toEqual([
      expect.stringMatching(
        /^PUBLIC_URL is set and TRUST_PROXY is not: .+ Set TRUST_PROXY to the address of the proxy\.$/,
      ),
    ])
  })

  it.each<Env>([
    {},
    { TRUST_PROXY: '10.0.0.1' },
    { PUBLIC_URL: 'https://tsela.example', TRUST_PROXY: '10.0.0.1' },
  ])('doesn’t warn about %o', (env) => {
    expect(warnings(env)).toEqual([])
  })
})
