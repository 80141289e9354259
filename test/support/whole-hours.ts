import { repeatIfOneEnds } from './whole-periods.ts';

// Of every file: limits count by hours and by days.
repeatIfOneEnds('hour');
