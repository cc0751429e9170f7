/** Countries whose addresses name a state or province. Separate from the schema, for forms in the browser. */
export const regionRequired = (country: string): boolean => ['US', 'CA', 'AU'].includes(country)
