/** Saves a file through the browser. */

/** @param name with its extension, such as `answers.json` */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after this task; a second is enough for it to start.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
