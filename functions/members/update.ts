import { MemberReplacement, update } from '#lib/contract/members.ts';
import { granted } from '#lib/domain/authority/granting.ts';
import { lifeWithin, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { parseBody } from '#lib/http/validate.ts';
import { scopesOf } from '#lib/people/grants.ts';
import { accessOf, shownTo } from '#lib/people/member-access.ts';
import { changeMember, findMember } from '#lib/people/members.ts';

export const handler = handleAuthority(update, async ({ params, body, caller, fail }) => {
  const found = (await findMember(caller, params.member_id)) ?? fail('member_not_found');
  const { metadata, ...patch } = body;
  const { metadata: own, role, chosen, expires_at } = found.member;
  const scopes = scopesOf(found.member);
  // Otherwise a caller could decide about members with more scopes than its own.
  scopesWithin(caller, scopes);
  const isGranted = patch.role !== undefined || patch.scopes !== undefined;
  const grant = isGranted ? granted(caller, patch) : { role, chosen };
  // A caller grants nothing that outlives the caller, also if the membership was to last longer before.
  const isMore = scopesOf(grant).some((scope) => !scopes.includes(scope));
  const until = patch.expires_at === undefined ? expires_at : patch.expires_at;
  const isBound = isMore || patch.expires_at !== undefined;
  const merged = mergePatch({ metadata: own }, metadata === undefined ? {} : { metadata });
  const { reply, replaces, operations } = await changeMember(found, {
    ...grant,
    expires_at: isBound ? lifeWithin(caller, until) : expires_at,
    ...parseBody(MemberReplacement, merged),
  });
  const access = isGranted ? await accessOf(caller, found.member) : [];
  const exceeding = access.filter(({ needs }) => needs.some((scope) => !reply.scopes.includes(scope)));
  const left = {
    exceeding_api_keys: exceeding.flatMap(({ key }) => key?.id ?? []),
    exceeding_access: shownTo(caller, exceeding),
  };
  return { operations, reply: { ...reply, ...left }, replaces: { ...replaces, ...left } };
});
