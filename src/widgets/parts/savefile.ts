/** Hands a file to the browser to keep. */

/** @param name with its ending, such as `answers.json` */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after this turn; a second is enough to begin.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
