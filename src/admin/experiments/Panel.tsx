/** A part of an experiment's page: a heading, what explains it beside it, and the part itself. */

import { useId, type ReactNode } from 'react'
import css from './Experiments.module.css'

type Props = {
  title: string
  aside?: ReactNode
  /** The content brings its own margins, as tables do. */
  flush?: boolean
  children: ReactNode
}

export function Panel({ title, aside, flush = false, children }: Props) {
  const id = useId()
  return (
    <section className={css['panel']} aria-labelledby={id}>
      <div className={css['top']}>
        <h2 id={id} className="grow">
          {title}
        </h2>
        {aside}
      </div>
      {flush ? children : <div className={css['body']}>{children}</div>}
    </section>
  )
}
