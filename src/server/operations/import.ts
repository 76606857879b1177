/** `npm run import`: imports a tenant's records of one type from a file, like the console. */

import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Refusal } from '#engine/contract/problems.ts'
import { nearest } from '#engine/documents/json.ts'
import { translate } from '#engine/documents/translate.ts'
import { required } from '#server/base/required.ts'
import { choicesOf } from '#server/catalogue/choices.ts'
import {
  checkImport,
  importFile,
  MAX_BYTES,
  type Import,
  type Report,
} from '#server/catalogue/importing.ts'
import type { ServerContext } from '#server/start/context.ts'
import { tenantMeant } from './lookup.ts'
import { OperatorError, read, type Caller, type Operation } from './operation.ts'

const IMPORT_USAGE =
  'npm run import -- <content type> <file> [--tenant <slug>] [--dry-run] [--keep]'

/** Longer lists are written to a file. */
const MAX_SAID = 100

export const importRecords: Operation = async (context, args, caller) => {
  const { values, positionals } = read(
    args,
    {
      tenant: { type: 'string' },
      'dry-run': { type: 'boolean' },
      keep: { type: 'boolean' },
    },
    IMPORT_USAGE,
  )
  const [name, path, ...more] = positionals
  if (name === undefined || path === undefined || more.length > 0)
    throw new OperatorError(`Say which type and which file.\n${IMPORT_USAGE}`)
  requireFile(path)
  const tenant = await tenantMeant(context, values.tenant)
  const { catalog, texts } = await context.live(tenant)
  const type = catalog.get('content-type', name)
  if (type === undefined) {
    const types = catalog.all('content-type').map(({ id }) => id)
    const meant = nearest(name, types)
    throw new OperatorError(
      `There is no content type "${name}"${meant === undefined ? '.' : `; did you mean "${meant}"?`} There are: ${types.join(', ')}.`,
    )
  }
  const job: Import = {
    database: context.database,
    tenant: tenant.id,
    type,
    choices: choicesOf(catalog, texts.values()),
    path,
    file: basename(path),
    mapping: {},
    keep: values.keep ?? false,
    now: () => context.now(),
  }
  const isDry = values['dry-run'] ?? false
  const report = isDry ? (await checkImport(job)).report : await imported(context, job)
  say(report, required(texts.get('en'), 'English'), isDry, caller)
}

function requireFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw new OperatorError(`There is no file ${path}.`)
  if (found.size > MAX_BYTES)
    throw new OperatorError(`${path} is larger than ${MAX_BYTES / 2 ** 20} MB.`)
}

async function imported(context: ServerContext, job: Import): Promise<Report> {
  try {
    return await importFile(job, { actor: null, by: '', newId: () => context.newId() })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new OperatorError(REFUSED[error.code] ?? error.code, { cause: error })
  }
}

const REFUSED: Readonly<Record<string, string>> = {
  'content/busy': 'Another import of this type is under way. Try again when it is done.',
  'content/moved': 'A record was edited during the import. Nothing was imported: try again.',
  'limit/reached':
    'The tenant would have more records than its limit. Nothing was imported. See: npm run tenant -- limits <slug>',
}

/** @throws OperatorError if rows were refused, so that a script notices it too */
function say(
  { encoding, format, rows, columns, issues, issueCount, changes }: Report,
  texts: Readonly<Record<string, string>>,
  isDry: boolean,
  caller: Caller,
): void {
  caller.say(`${rows} rows, ${format}, ${encoding}.`)
  const left = columns.filter(({ field }) => field === null).map(({ column }) => column)
  if (left.length > 0) caller.say(`Columns that are no field, and left out: ${left.join(', ')}.`)
  for (const { line, column, value, reason, more = {} } of issues.slice(0, MAX_SAID)) {
    const what = translate(texts, 'en', `import.reason.${reason}`, more)
    caller.say(
      `Line ${line}${column === '' ? '' : `, ${column}`}${value === '' ? '' : ` (${JSON.stringify(value)})`}: ${what}`,
    )
  }
  if (issueCount > MAX_SAID) caller.say(`... and ${issueCount - MAX_SAID} more.`)
  if (issueCount > 0)
    throw new OperatorError(`Nothing was imported: ${issueCount} problems in ${rows} rows.`)
  const told = `${changes.new} new, ${changes.changed} changed, ${changes.same} the same, ${changes.gone} gone`
  caller.say(
    `${isDry ? 'This would be' : 'Imported'}: ${told}; ${changes.replaces} take the place of a shared record.`,
  )
}
