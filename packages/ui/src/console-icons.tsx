import {
  ArrowUpRight,
  BookText,
  Bell,
  Calendar,
  Coins,
  ExternalLink,
  Flag,
  Gift,
  House,
  Inbox,
  KeyRound,
  Landmark,
  ListChecks,
  Megaphone,
  MessageSquare,
  PackageX,
  Percent,
  Power,
  ReceiptText,
  ScanSearch,
  ScrollText,
  Sparkles,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// What only the operators' console draws.

export function BooksIcon(props: IconProps) {
  return draw(BookText, props);
}

export function CalendarIcon(props: IconProps) {
  return draw(Calendar, props);
}

export function HomeIcon(props: IconProps) {
  return draw(House, props);
}

export function ReviewIcon(props: IconProps) {
  return draw(ArrowUpRight, props);
}

export function TransactionsIcon(props: IconProps) {
  return draw(ReceiptText, props);
}

export function ExternalIcon(props: IconProps) {
  return draw(ExternalLink, props);
}

export function ScrollIcon(props: IconProps) {
  return draw(ScrollText, props);
}

export function InboxIcon(props: IconProps) {
  return draw(Inbox, props);
}

export function HoldIcon(props: IconProps) {
  return draw(PackageX, props);
}

export function LandmarkIcon(props: IconProps) {
  return draw(Landmark, props);
}

export function WebhookIcon(props: IconProps) {
  return draw(Webhook, props);
}

export function KeyIcon(props: IconProps) {
  return draw(KeyRound, props);
}

export function NoticesIcon(props: IconProps) {
  return draw(Bell, props);
}

export function PowerIcon(props: IconProps) {
  return draw(Power, props);
}

export function OperatorIcon(props: IconProps) {
  return draw(UserRound, props);
}

export function PeopleIcon(props: IconProps) {
  return draw(Users, props);
}

export function PercentIcon(props: IconProps) {
  return draw(Percent, props);
}

export function CoinsIcon(props: IconProps) {
  return draw(Coins, props);
}

export function ScreeningIcon(props: IconProps) {
  return draw(ScanSearch, props);
}

export function SparklesIcon(props: IconProps) {
  return draw(Sparkles, props);
}

export function GiftIcon(props: IconProps) {
  return draw(Gift, props);
}

export function MegaphoneIcon(props: IconProps) {
  return draw(Megaphone, props);
}

export function ChecklistIcon(props: IconProps) {
  return draw(ListChecks, props);
}

export function FlagIcon(props: IconProps) {
  return draw(Flag, props);
}

export function MessageSquareIcon(props: IconProps) {
  return draw(MessageSquare, props);
}
