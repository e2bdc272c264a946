type Person = { first_name: string; last_name: string; username: string }

/** What staff read a person's name as: first and last name, else the user name. */
export const personName = ({ first_name, last_name, username }: Person): string =>
  `${first_name} ${last_name}`.trim() || username
