/** How fast a package goes. */
interface Service {
  readonly code: string
  readonly name: string
  /** Working days from the hand-over to the recipient. */
  readonly days: number
  /** Within the United States, or out of them. */
  readonly reach: 'domestic' | 'abroad'
}

const services: readonly Service[] = [
  { code: 'standard', name: 'Standard', days: 4, reach: 'domestic' },
  { code: 'express', name: 'Express', days: 2, reach: 'domestic' },
  { code: 'international', name: 'International', days: 9, reach: 'abroad' },
]

/** The service with this code, or null. */
export const serviceOf = (code: string): Service | null =>
  services.find((service) => service.code === code) ?? null

export const serviceCodes: string = services.map(({ code }) => code).join(', ')
