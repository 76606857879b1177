/**
 * A result of six interests records the range of its scores and whether any of them stands out,
 * because instruments may change.
 */

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Earlier ones were all on a scale from 0 to 40, and had no order below 4. The policies bind the
  // owner of the tables too, so each tenant is set in turn.
  const said = (table: string) =>
    `UPDATE ${table} SET metrics = metrics || jsonb_build_object(
        'scale', jsonb_build_object('lowest', 0, 'highest', 40),
        'even', coalesce((metrics->>'range')::numeric, 0) < 4 OR metrics->>'code' IS NULL)
      WHERE tenant_id = tenant.id AND assessment IN ('holland_code', 'interests') AND metrics ? 'code' AND NOT metrics ? 'scale';`
  await sql
    .raw(
      `DO $$ DECLARE tenant record; BEGIN
        FOR tenant IN SELECT id FROM tenants LOOP
          PERFORM set_config('app.tenant', tenant.id::text, true);
          ${said('results')}
          ${said('attempts')}
        END LOOP;
        PERFORM set_config('app.tenant', '', true);
      END $$`,
    )
    .execute(db)
}
