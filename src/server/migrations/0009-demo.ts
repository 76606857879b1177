/** What demo mode has created is marked, so that it doesn't work outside it. */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(
    db,
    ['tenants', 'users', 'vouchers'].map(
      (table) => `ALTER TABLE ${table} ADD COLUMN demo boolean NOT NULL DEFAULT false`,
    ),
  )
  // What was seeded before: recognised by its owner's made-up address, because a tenant with the
  // slug of a demo may be an operator's own. The policies bind the owner of the tables too, so each
  // tenant is set in turn.
  await sql
    .raw(
      `DO $$ DECLARE tenant record; BEGIN
        FOR tenant IN SELECT id, slug FROM tenants WHERE slug IN ('demo', 'pluggedin') LOOP
          PERFORM set_config('app.tenant', tenant.id::text, true);
          CONTINUE WHEN NOT EXISTS (SELECT FROM users WHERE tenant_id = tenant.id AND email = 'owner@' || tenant.slug || '.test');
          UPDATE tenants SET demo = true WHERE id = tenant.id;
          UPDATE users SET demo = true WHERE tenant_id = tenant.id AND email LIKE '%@' || tenant.slug || '.test';
          UPDATE vouchers SET demo = true WHERE tenant_id = tenant.id AND code LIKE 'DEMO-%';
        END LOOP;
        PERFORM set_config('app.tenant', '', true);
      END $$`,
    )
    .execute(db)
}
