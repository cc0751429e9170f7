const key = 'tried flags'

/** The attributes that a developer set by hand in this tab, with their values. */
export const triedFlags = (): readonly (readonly [name: string, value: string])[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null
      ? Object.entries(kept).map(([name, value]) => [name, String(value)] as const)
      : []
  } catch {
    return []
  }
}

export const keepTriedFlags = (tried: Readonly<Record<string, string>>): void => {
  if (Object.keys(tried).length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(tried))
}
