/** Points for what a member does, by the name of the action. */
export const pointsFor = { complete_profile: 100, refer_friend: 500, came_by_friend: 250 } as const

export type LoyaltyAction = keyof typeof pointsFor

const loyaltyExperiment = { name: 'loyalty_new_user', hidden: 'exclude' } as const

/** Whether a member with these variants sees loyalty at all: not in the group of spec §1. */
export const hasLoyalty = (variants: Readonly<Record<string, string>>): boolean =>
  variants[loyaltyExperiment.name] !== loyaltyExperiment.hidden
