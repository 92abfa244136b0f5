/** A format of numbers for each zone. Making one takes longer than using it a hundred times. */
export function formatByZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    let format = formats.get(timeZone)
    if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })))
    return format
  }
}
