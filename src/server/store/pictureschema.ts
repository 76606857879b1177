/** The tables of images, as Kysely needs to know them. */

import type { ColumnType } from 'kysely'

export type PictureTables = {
  images: {
    tenant_id: string
    sha: string
    type: string
    body: Buffer
    created_at: ColumnType<Date, Date | string | undefined, Date | string>
  }
  /** What an image is called and shows; those of before have no row. */
  pictures: {
    tenant_id: string
    sha: string
    name: string
    words: ColumnType<Readonly<Record<string, string>>, string, string>
    width: number | null
    height: number | null
    removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** Narrower versions of an image. */
  picture_widths: { tenant_id: string; sha: string; width: number; type: string; body: Buffer }
}
