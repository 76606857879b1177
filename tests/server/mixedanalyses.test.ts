/** Who had been divided before an analysis that was running leaves it (docs/decisions/0201). */

import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { up } from '#server/migrations/0086-mixed-analyses.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

it('is marked in each tenant, and their analysis is counted anew; what ended keeps its figures', async () => {
  const { id } = server.tenant
  const { tenant: other } = await server.another()
  const owner = <Row>(tenant: string, text: RawBuilder<Row>) =>
    server.context.database.owner(tenant, (tx) =>
      tx.all<Row>({ compile: () => text.compile(sqlBuilder) }),
    )
  /** Units of these numbers. */
  const divide = (
    tenant: string,
    experiment: string,
    phase: string,
    units: number[],
    days: number,
  ) =>
    owner(
      tenant,
      sql`INSERT INTO experiment_assignments (tenant_id, unit, experiment, phase, arm, probability, assigned_at, exposed_at)
        SELECT ${tenant}::uuid, md5(i::text)::uuid, ${experiment}, ${phase}, 'control', 0.5, at, at
        FROM unnest(${units}::integer[]) AS i, (SELECT now() - make_interval(days => ${days}::integer) AS at) AS moment`,
    )
  for (const [tenant, shift] of [
    [id, 0],
    [other.id, 10],
  ] as const) {
    const [both, before, since] = [1, 2, 3].map((each) => each + shift) as [number, number, number]
    for (const [experiment, latest] of [
      ['running', 1],
      ['ended', 30],
    ] as const) {
      await divide(tenant, experiment, 'first', [both, before], latest + 20)
      await divide(tenant, experiment, 'second', [both, since], latest)
    }
    // Nobody came back to it.
    await divide(tenant, 'unchanged', 'first', [both, since], 2)
    await owner(
      tenant,
      sql`INSERT INTO experiment_sums (tenant_id, experiment, phase, measure, day, through, people, state)
        SELECT DISTINCT tenant_id, experiment, phase, '*seen', current_date, now(), 1, '{}'::jsonb FROM experiment_assignments WHERE tenant_id = ${tenant}::uuid`,
    )
  }
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: server.context.database.pool }),
  })
  await kysely.transaction().execute((tx) => up(tx))
  for (const [tenant, unit] of [
    [id, 1],
    [other.id, 11],
  ] as const) {
    const marked = await owner(
      tenant,
      sql`SELECT experiment, phase, unit = md5(${unit}::integer::text)::uuid AS "isBoth" FROM experiment_assignments WHERE tenant_id = ${tenant}::uuid AND earlier`,
    )
    expect(marked).toEqual([{ experiment: 'running', phase: 'second', isBoth: true }])
    const sums = await owner<{ name: string }>(
      tenant,
      sql`SELECT experiment || ' ' || phase AS name FROM experiment_sums WHERE tenant_id = ${tenant}::uuid ORDER BY 1`,
    )
    expect(sums.map(({ name }) => name)).toEqual([
      'ended first',
      'ended second',
      'running first',
      'unchanged first',
    ])
  }
})
