/** Full names of the states of the United States, their district and their territories, in lower case; and their codes. */
export const usStates: ReadonlyMap<string, string> = new Map(
  (
    'alabama al|alaska ak|arizona az|arkansas ar|california ca|colorado co|connecticut ct|delaware de|' +
    'district of columbia dc|florida fl|georgia ga|hawaii hi|idaho id|illinois il|indiana in|iowa ia|kansas ks|' +
    'kentucky ky|louisiana la|maine me|maryland md|massachusetts ma|michigan mi|minnesota mn|mississippi ms|' +
    'missouri mo|montana mt|nebraska ne|nevada nv|new hampshire nh|new jersey nj|new mexico nm|new york ny|' +
    'north carolina nc|north dakota nd|ohio oh|oklahoma ok|oregon or|pennsylvania pa|rhode island ri|' +
    'south carolina sc|south dakota sd|tennessee tn|texas tx|utah ut|vermont vt|virginia va|washington wa|' +
    'west virginia wv|wisconsin wi|wyoming wy|american samoa as|guam gu|northern mariana islands mp|' +
    'puerto rico pr|virgin islands vi'
  )
    .split('|')
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
)
