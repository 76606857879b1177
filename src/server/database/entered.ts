/**
 * One statement of a tenant with its role and tenant set in the same message: BEGIN, the settings and
 * COMMIT as messages of their own take longer than a short search.
 *
 * Everything up to a Sync of PostgreSQL's extended protocol is one transaction, so the settings last
 * as long as the statement. If setting them fails, PostgreSQL skips the statement.
 */

import pg from 'pg'

/** What pg's connection offers its queries; pg has no types for it. */
type Wire = {
  readonly bind: (message: { statement: string; values: readonly string[] }) => void
  readonly execute: (message: object) => void
}
/** What pg calls of its queries while they are sent and their answers arrive. */
declare class Sent {
  submit: pg.Submittable['submit']
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
type Done = (error: Error | null, result: pg.QueryResult) => void

const BaseQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { readonly callback: Done },
) => Sent

class EnteredQuery extends BaseQuery {
  readonly #settings: readonly string[]
  #isEntered = false

  constructor(config: pg.QueryConfig & { readonly callback: Done }, settings: readonly string[]) {
    super(config)
    this.#settings = settings
  }

  override prepare(wire: Wire): void {
    wire.bind({ statement: ENTER.name, values: this.#settings })
    wire.execute({})
    super.prepare(wire)
  }

  /** The row of the settings isn't the statement's. */
  override handleDataRow(message: unknown): void {
    if (this.#isEntered) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isEntered) super.handleCommandComplete(message, wire)
    else this.#isEntered = true
  }
}

const ENTER = {
  name: 'tsela-enter',
  text: `SELECT set_config('role', $1, true), set_config('search_path', 'public', true), set_config('app.tenant', $2, true)`,
} as const
const prepared = new WeakSet<pg.PoolClient>()

/** @param config a named statement with its values */
export async function enteredQuery<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  role: string,
  tenant: string,
  config: pg.QueryConfig,
): Promise<Row[]> {
  const values = [role, tenant]
  if (!prepared.has(client)) {
    // In a transaction of its own, so it sets nothing for long.
    await client.query({ ...ENTER, values })
    prepared.add(client)
  }
  const { rows } = await new Promise<pg.QueryResult<Row>>((resolve, reject) => {
    const callback: Done = (error, result) =>
      error === null ? resolve(result as pg.QueryResult<Row>) : reject(error)
    client.query(new EnteredQuery({ ...config, callback }, values))
  })
  return rows
}
