/** Uploads a picture; its address, or what is wrong with it. */

import { useState } from 'react'
import { MAX_IMAGE_BYTES } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { isDone, refusalOf, useConsole, useRefresh } from './client.ts'

export function useUpload(onDone: (url: string) => void) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [problem, setProblem] = useState<string | null>(null)
  const upload = async (file: File | undefined) => {
    if (file === undefined) return
    // The server would not even read a file this large.
    if (file.size > MAX_IMAGE_BYTES) return setProblem(t('problem.image.invalid'))
    setProblem(null)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      const response = await call({ path: 'admin/images', method: 'POST', body: { data } })
      if (!isDone(response)) return setProblem(refusalOf(response).message)
      onDone((response.value as { url: string }).url)
      refresh('admin/audit')
    } catch {
      setProblem(t('console.failed'))
    }
  }
  return { upload, problem }
}
