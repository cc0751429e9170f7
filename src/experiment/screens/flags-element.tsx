import type { Variants } from '../rules/assignment.ts'
import {
  attributeOfExperiment,
  attributeOfFlag,
  developersAttribute,
  flagsElementId,
} from '../rules/flag-attributes.ts'

interface FlagsElementProps {
  readonly flags: Readonly<Record<string, boolean>>
  /** Of the member; a visitor's are known only to the browser, because their pages are the same for all. */
  readonly experiments: Variants
  /** Developers may see the flags and override them. */
  readonly forDevelopers: boolean
}

/** The page element whose attributes hold flags and variants (spec §4). */
export const FlagsElement = ({ flags, experiments, forDevelopers }: FlagsElementProps) => (
  <div
    id={flagsElementId}
    hidden
    suppressHydrationWarning
    {...(forDevelopers ? { [developersAttribute]: '' } : {})}
    {...Object.fromEntries(
      Object.entries(flags).map(([name, isOn]) => [attributeOfFlag(name), String(isOn)]),
    )}
    {...Object.fromEntries(
      Object.entries(experiments).map(([name, variant]) => [attributeOfExperiment(name), variant]),
    )}
  />
)
