/**
 * Payments for plans, coupons, and links by which someone else pays (docs/decisions/0084).
 *
 * A payment stays when its person leaves, because the law of receipts asks for it: `user_id` is
 * emptied, and nothing else in the row says who it was.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

const TABLES = [
  'coupons',
  'pay_requests',
  'payments',
  'payment_events',
  'payment_tasks',
  'receipt_numbers',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE coupons (tenant_id uuid NOT NULL REFERENCES tenants (id), code text NOT NULL,
      percent integer CHECK (percent BETWEEN 1 AND 99), amount integer CHECK (amount > 0), currency text,
      plans text[], uses integer CHECK (uses > 0), used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
      starts_at timestamptz, expires_at timestamptz, demo boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, code), CHECK ((percent IS NULL) <> (amount IS NULL)), CHECK ((amount IS NULL) = (currency IS NULL)))`,
    `CREATE TABLE pay_requests (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL, user_id uuid NOT NULL,
      token_hash bytea NOT NULL, plan text NOT NULL, country text NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
      revoked_at timestamptz, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, token_hash),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX pay_requests_user ON pay_requests (tenant_id, user_id)`,
    `CREATE TABLE payments (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL, user_id uuid, request_id uuid,
      plan text NOT NULL, country text NOT NULL, currency text NOT NULL, amount integer NOT NULL CHECK (amount > 0), list_amount integer NOT NULL,
      coupon text, coupon_held boolean NOT NULL DEFAULT false, provider text NOT NULL, reference text, url text,
      state text NOT NULL CHECK (state IN ('created', 'pending', 'paid', 'declined', 'expired', 'refunded', 'disputed')),
      language text NOT NULL, payer_email text, held_plan text, granted_at timestamptz, taken_back_at timestamptz,
      created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, paid_at timestamptz, asked_at timestamptz,
      receipt bigint, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, receipt),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE SET NULL (user_id),
      FOREIGN KEY (tenant_id, request_id) REFERENCES pay_requests (tenant_id, id) ON DELETE SET NULL (request_id))`,
    `CREATE INDEX payments_user ON payments (tenant_id, user_id)`,
    `CREATE INDEX payments_request ON payments (tenant_id, request_id)`,
    `CREATE INDEX payments_open ON payments (expires_at) WHERE state IN ('created', 'pending')`,
    `CREATE INDEX payments_updated ON payments (tenant_id, updated_at)`,
    // Of an event only what decides: never its body, which can have the digits of a card.
    `CREATE TABLE payment_events (tenant_id uuid NOT NULL REFERENCES tenants (id), provider text NOT NULL, event_id text NOT NULL,
      payment_id uuid NOT NULL, type text NOT NULL, at timestamptz NOT NULL, received_at timestamptz NOT NULL, counts boolean NOT NULL,
      PRIMARY KEY (tenant_id, provider, event_id),
      FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX payment_events_payment ON payment_events (tenant_id, payment_id)`,
    // What must follow a payment, even if the server is killed right after it.
    `CREATE TABLE payment_tasks (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL, payment_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('receipt', 'refund')), tries integer NOT NULL DEFAULT 0, next_at timestamptz NOT NULL, done_at timestamptz,
      PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, payment_id, kind),
      FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX payment_tasks_due ON payment_tasks (next_at) WHERE done_at IS NULL`,
    `CREATE TABLE receipt_numbers (tenant_id uuid NOT NULL REFERENCES tenants (id) PRIMARY KEY, last bigint NOT NULL)`,
  ])
  await enableTenantPolicies(db, TABLES)
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON coupons, pay_requests TO tsela_app`,
    // Nothing that a request does deletes what was paid.
    `GRANT SELECT, INSERT, UPDATE ON payments, payment_tasks, receipt_numbers TO tsela_app`,
    `GRANT SELECT, INSERT ON payment_events TO tsela_app`,
    // Due work of all tenants, and retention: as the owner, in a transaction that declares it.
    `CREATE POLICY housekeeping ON payments TO CURRENT_USER USING (current_setting('app.housekeeping', true) = 'on')`,
    `CREATE POLICY housekeeping ON payment_tasks FOR SELECT TO CURRENT_USER USING (current_setting('app.housekeeping', true) = 'on')`,
    `CREATE POLICY keep ON payments AS RESTRICTIVE FOR DELETE TO CURRENT_USER
      USING (current_setting('app.housekeeping', true) IS DISTINCT FROM 'on' OR updated_at < now() - interval '180 days')`,
  ])
}
