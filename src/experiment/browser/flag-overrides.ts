const key = 'flag overrides'

/** The attributes that a developer set by hand in this tab, with their values. */
export const flagOverrides = (): readonly (readonly [name: string, value: string])[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null
      ? Object.entries(stored).map(([name, value]) => [name, String(value)] as const)
      : []
  } catch {
    return []
  }
}

export const saveFlagOverrides = (overrides: Readonly<Record<string, string>>): void => {
  if (Object.keys(overrides).length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(overrides))
}
