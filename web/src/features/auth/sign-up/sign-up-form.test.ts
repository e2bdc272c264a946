import { describe, expect, it } from 'vitest'
import { EMPTY, emailProblem, type SignUpValues, signUpCredentials, signUpSchema } from './sign-up-form.ts'

const good: SignUpValues = {
  firstName: 'Alix',
  lastName: 'Laurent',
  email: 'alix.laurent@exemple.fr',
  phone: '',
  password: 'phare marée cordage lundi',
  disclaimer: true,
  newsletter: false,
}

async function problems(values: SignUpValues) {
  const result = await signUpSchema('FR').safeParseAsync(values)
  return result.success
    ? {}
    : Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('what a sign-up asks for', () => {
  it('accepts a complete form, with an e-mail or with a telephone number', async () => {
    expect(await problems(good)).toEqual({})
    expect(await problems({ ...good, email: '', phone: '06 12 34 56 78' })).toEqual({})
  })

  it('[S-33] refuses a sign-up with neither e-mail nor telephone', async () => {
    expect(await problems({ ...good, email: ' ', phone: ' ' })).toEqual({ email: 'identifier_missing' })
  })

  it('names every gap of an empty form at once, and the disclaimer is never accepted by default', async () => {
    expect(EMPTY.disclaimer).toBe(false)
    expect(EMPTY.newsletter).toBe(false)
    expect(await problems(EMPTY)).toEqual({
      firstName: 'first_name_missing',
      lastName: 'last_name_missing',
      email: 'identifier_missing',
      password: 'password_missing',
      disclaimer: 'disclaimer_missing',
    })
  })

  it('refuses a number that is none, and a password made of the person’s own name', async () => {
    expect(await problems({ ...good, phone: '12' })).toEqual({ phone: 'phone_invalid' })
    expect(await problems({ ...good, password: 'alixlaurent1' })).toEqual({ password: 'password_weak' })
  })

  it.each([
    ['', 'email_missing'],
    ['alix', 'email_invalid'],
    ['alix@', 'email_invalid'],
    ['alix laurent@exemple.fr', 'email_invalid'],
    ['alix@exemple', 'email_without_domain'],
    ['alix@exemple.', 'email_without_domain'],
    ['alix@exemple.fr', null],
    ['alix+vigie@sous.exemple.fr', null],
  ])('the address %j: %s', (text, problem) => {
    expect(emailProblem(text)).toBe(problem)
  })
})

describe('what a sign-up sends', () => {
  const circumstances = {
    username: 'user-0a0b0c0d0e',
    locale: 'fr',
    timeZone: 'Europe/Paris',
    disclaimerVersion: '1',
    phone: null,
    redirectTo: 'https://vigie.example/login',
    source: 'https://vigie.example/signup?utm_source=news',
    referral: { referral: 'ABCDEFG' },
  }
  const data = {
    first_name: 'Alix',
    last_name: 'Laurent',
    username: 'user-0a0b0c0d0e',
    locale: 'fr',
    time_zone: 'Europe/Paris',
    disclaimer_version: '1',
    referral: 'ABCDEFG',
    newsletter: false,
    source: 'https://vigie.example/signup?utm_source=news',
  }

  it('the e-mail, the password and the person', () => {
    expect(signUpCredentials(good, circumstances)).toStrictEqual({
      email: 'alix.laurent@exemple.fr',
      password: 'phare marée cordage lundi',
      options: { data, emailRedirectTo: 'https://vigie.example/login' },
    })
  })

  it('the number when there is no e-mail, and beside it when there is one', () => {
    const phone = '+33612345678'
    expect(signUpCredentials({ ...good, email: '' }, { ...circumstances, phone })).toStrictEqual({
      phone,
      password: 'phare marée cordage lundi',
      options: { data },
    })
    expect(signUpCredentials(good, { ...circumstances, phone }).options?.data).toStrictEqual({
      ...data,
      phone,
    })
  })
})
