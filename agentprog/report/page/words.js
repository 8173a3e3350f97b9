"use strict";
// The page's words: English as they stand, Chinese by the English ones.
window.agentprog = (() => {
  const zh = {
    "Runs": "运行", "Run": "运行", "Pause": "暂停", "Resume": "继续", "Step": "单步", "Cancel": "取消", "Take over": "接管手机",
    "Hand back": "交还手机", "Program": "程序", "Timeline": "时间线", "Variables": "变量", "Expectations": "预期", "Evidence": "证据",
    "Permissions": "权限", "Cost": "费用", "Inspect": "检查", "Phone": "手机", "Freeze": "冻结画面", "Unfreeze": "恢复画面",
    "about": "涉及", "lost": "后果", "rest": "其余", "on the phone": "手机上的样子", "What the answers mean": "各个回答的含义",
    "It is done once; agentprog asks again about anything else in this step.": "只做这一次；此步骤的其他操作会另行询问。",
    "It is done once for each listed person or thing, and for no other.": "对列出的每一项各做一次，不涉及其他。",
    "Also when the same step wants the same again, with the same people and words.": "同一步骤再次对同样的人、同样的内容提出时也允许。",
    "It is not done; the step continues without it, or fails.": "不会执行；步骤在没有它的情况下继续，或者失败。",
    "Approve": "批准", "Refuse": "拒绝", "Once": "仅此一次", "For this run": "本次运行都允许", "Yes": "是", "No": "否", "Send": "发送",
    "Done, go on": "完成，继续", "Answer": "回答", "Tell the run something": "告诉运行一些事", "Tell": "告诉",
    "agentprog asks you": "agentprog 在问你", "running": "运行中", "paused": "已暂停", "needs you": "需要你", "not started": "未开始",
    "the connection is lost": "连接已断开", "step": "步骤", "of": "/", "Before": "之前", "After": "之后", "Search": "搜索",
    "Earlier": "上一步", "Later": "下一步", "First failure": "第一个失败", "What changed on the screen": "屏幕上的变化",
    "What the model was asked and answered": "模型的提问与回答", "Prompt": "提示", "Reply": "回答", "Compare with": "比较",
    "Check": "检查程序", "Record": "录制", "Stop recording": "停止录制", "Open the phone": "打开手机", "Refresh": "刷新",
    "Insert": "插入", "Line": "行", "Element": "元素", "Elements": "元素", "Recorded runs": "已录制的运行", "At work": "正在运行",
    "Nothing yet.": "还没有内容。", "Breakpoint at line": "断点：第几行", "Set": "设置", "Value": "值", "Name": "名称",
    "Edit the program": "编辑程序", "Use this program": "使用此程序", "What is at stake": "影响", "why": "原因", "line": "行",
    "You have the phone in hand.": "手机在你手中。", "Another page has the phone in hand.": "手机在另一个页面手中。",
    "The phone is shown here once a run has opened it.": "运行打开手机后会在此显示。", "Type on the phone": "在手机上输入",
    "Back": "返回", "Home": "主屏幕", "Recents": "最近", "Language": "语言", "Theme": "主题", "light": "浅色", "dark": "深色",
    "system": "跟随系统", "Manifest": "清单", "screen": "屏幕", "new": "新增", "gone": "消失", "Loop suggested": "建议循环",
    "Must be seen": "必须可见", "Undo": "撤销", "As plain words": "普通语句", "Exact lines": "精确行", "No model needed": "不需要模型",
    "matches": "匹配", "What a model reads": "模型读到的", "Alternatives": "其他写法", "Why it ended": "结束原因",
    "Look at the recorded run": "查看录制的运行", "Inputs": "输入", "Problems": "问题", "Replay": "重放", "Copy": "复制",
    "Nothing is inspected. Click on the picture.": "尚未检查。请点击画面。", "Waits for": "等待",
    "verified": "已验证", "unverified": "未验证", "completed": "已完成", "failed": "失败", "done": "完成", "true": "是", "false": "否",
    "out of budget": "预算用尽", "needs human": "需要人", "finished unverified": "已结束，未验证", "infeasible": "不可行",
    "interrupted": "已中断", "not finished": "未结束", "ended": "已结束", "done before": "之前已完成", "incomplete": "不完整",
    "not done": "未完成", "rewound": "已回退", "unverifiable": "无法验证", "status": "状态", "by": "证据来源",
    "nothing changed": "无变化", "model": "模型", "action": "操作", "call": "模型调用", "refused": "已拒绝", "told": "告知", "asked": "提问",
    "confirmed": "已确认", "continued": "已继续", "remark": "备注", "by hand": "手动", "decided": "决定", "stuck": "卡住", "code": "代码",
    "variable": "变量", "expectation": "预期", "recovery": "恢复", "issue": "问题", "seen": "看到", "item": "条目", "exit": "交给模型", "recipe": "配方",
    "learned": "已学会", "amended": "已改写", "planned": "已计划", "what": "内容", "app": "应用", "to": "对象", "says": "内容为", "about": "关于",
    "Copied.": "已复制。", "Say what it was for": "说明这些操作的目的", "That was it": "就是这个", "In plain words": "普通语句加精确行",
    "Touch the picture, or the phone itself: both are recorded.": "触摸画面或手机本身：两者都会被录制。",
    "What is touched on the picture is recorded.": "在画面上的触摸会被录制。",
    "Do it once by hand, and get a program.": "亲手操作一次，即可得到程序。",
    "Take the phone over first: then what you do on its picture reaches it.": "请先接管手机：之后在画面上的操作才会生效。",
    "role": "角色", "label": "标签", "state": "状态", "row": "所在行", "place": "位置", "assumed": "假定", "refuted": "已否定",
    "Run to the cursor": "运行到光标处",
    "The run does what it says from its line on, what was recorded too: take that back on the phone first, or copy the program for another run.": "运行会从它所在的行继续执行，包括录制的内容：请先在手机上撤销这些操作，或复制程序供下次运行。",
    "Breakpoints": "断点", "Run to line": "运行到第几行", "Only if": "仅当", "Lines": "行", "Events": "事件", "Step into": "单步进入",
    "to the next statement": "到下一条语句", "one move of a step in plain words": "普通语句的一个动作", "failed check": "检查失败",
    "needs a person": "需要人", "model call": "模型调用", "effect": "产生影响的操作",
    "A click beside a line sets a breakpoint.": "点击行旁即可设置断点。",
    "The run pauses before these lines and at these events; with a condition, such as {n} > 3, only where it holds.": "运行会在这些行之前和这些事件处暂停；若有条件（如 {n} > 3），仅在条件成立时暂停。",
    "the screen afterwards": "之后的屏幕", "the screen on which it failed": "失败时的屏幕", "What differs": "不同之处", "All steps": "所有步骤",
    "Both went the same way.": "两次运行相同。",
    "left empty: as the program says": "留空：按程序所写", "keep secret": "保密", "found": "得出", "Touch it": "触摸它", "Fill in first": "请先填写",
    "Nothing is wrong with this program.": "此程序没有问题。", "Programs for your phone": "手机程序", "simulated": "模拟手机",
    "the one that is plugged in": "已连接的手机", "none, so exact lines only": "无，只能用精确行",
    "To touch it here, look for the words of a line, or do something by hand and have its program written.": "在这里触摸手机、查找一行的写法，或亲手操作一次以得到程序。",
    "No run yet. Each leaves its screens and steps here.": "尚无运行。每次运行都会在此留下屏幕和步骤。",
    "The run has ended. Its screens are in the recorded run.": "运行已结束。屏幕在录制的运行中。",
    "Press Inspect, then click on the picture: what is there, and the lines for it.": "按“检查”，再点击画面：显示那里有什么，以及它的写法。",
    "The phone is being opened": "正在打开手机", "Does the studio still run in its terminal?": "终端里的 studio 还在运行吗？",
    "Nobody approved anything yet.": "尚无批准。", "nothing: it only reads and calculates": "无：只读取和计算",
  };
  const languages = ["en", "zh"];
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a page from a file */ } };
  let language = kept("language") || (navigator.language.startsWith("zh") ? "zh" : "en");
  const t = (text) => (language === "zh" && zh[text]) || text;
  return {
    t, zh, languages,
    get language() { return language; },
    set language(value) { language = value; keep("language", value); document.documentElement.lang = value; },
    get theme() { return kept("theme") || "system"; },
    set theme(value) { keep("theme", value); document.documentElement.dataset.theme = value; },
    kept, keep,
  };
})();
document.documentElement.lang = window.agentprog.language;
document.documentElement.dataset.theme = window.agentprog.theme;
