"""A laboratory bench: counting live cells, capsules in stomach fluid.  blender -b -P scene_lab.py -- plates"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
item = sys.argv[-1]
R = random.Random(20)
PLATE_R, PLATE_H, AGAR = 1.40, .46, .20

def apart(n, r, gap):
    """Places in a circle that keep a distance from each other."""
    out = []
    for _ in range(n * 60):
        a, d = R.uniform(0, 2 * math.pi), r * math.sqrt(R.random()); p = (d * math.cos(a), d * math.sin(a))
        if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > gap * gap for q in out): out.append(p)
        if len(out) == n: break
    return out

def colony_shapes():
    m = mat('colony', '#F3ECDB', .28, spec=.5, coat=.2); shapes = []
    for k in range(4):
        bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=3, radius=1)
        for v in bm.verts: v.co *= 1 + .05 * math.sin(v.co.x * 3 + k) * math.cos(v.co.y * 4 - k)
        o = bm_object('colony', bm, m, auto=80); shapes.append(o.data); bpy.data.objects.remove(o)
    return shapes

def agar_mat():
    m = mat('agar', '#C79A55', .14, spec=.5, coat=.25); b = m.node_tree.nodes['Principled BSDF']
    b.inputs['Subsurface'].default_value = .22; b.inputs['Subsurface Color'].default_value = (*srgb('#D9A95C'), 1); b.inputs['Subsurface Radius'].default_value = (.30, .17, .08)
    return m

def plate(loc, turn, shapes, agar, clear, n, sizes, gap, power, lid=False):
    """A Petri dish, 90 mm wide: agar, n colonies that keep a distance, and what somebody wrote on its side."""
    e = empty('plate', loc, (0, 0, turn)); t = .045
    lathe('dish', [(1e-4, 0), (PLATE_R - .05, 0)] + arc(PLATE_R - .05, .05, .05, -90, 0, 5) + [(PLATE_R, PLATE_H - .012)] + arc(PLATE_R - t / 2, PLATE_H - .012, t / 2, 0, 180, 6) + [(PLATE_R - t, .06), (1e-4, .055)], clear, 160).parent = e
    r = PLATE_R - t - .003
    lathe('agar', [(1e-4, .058), (r, .062), (r, AGAR + .045), (r - .03, AGAR + .012), (r - .08, AGAR), (1e-4, AGAR)], agar, 160).parent = e
    for x, y in apart(n, r - .13, gap):
        o = add(bpy.data.objects.new('colony', R.choice(shapes))); o.parent = e; s = R.choice(sizes) * R.uniform(.82, 1.18)
        o.location = (x, y, AGAR - s * .06); o.scale = (s, s * R.uniform(.93, 1.07), s * .42); o.rotation_euler = (0, 0, R.uniform(0, 6.28))
    pr = Print(on_cylinder(PLATE_R, .003), mat('pen', '#26313A', .6), e)
    pr.text('LM-BL01', -.58, .15, .17); pr.text('10', .20, .15, .17); pr.text('-%d' % power, .385, .225, .13)
    if lid:
        RL = PLATE_R + .06; g = lathe('lid', ([(1e-4, PLATE_H + .06), (RL - .05, PLATE_H + .06)] + arc(RL - .05, PLATE_H + .01, .05, 90, 0, 5) + [(RL, .12), (RL - t, .12), (RL - t, PLATE_H + .015), (1e-4, PLATE_H + .015)])[::-1], clear, 160); g.parent = e
    return e

def beaker(loc, turn, level=1.42, R0=1.02, H=2.55):
    """250 ml, with capsules at the bottom of a pale yellow fluid."""
    e = empty('beaker', loc, (0, 0, turn)); g = glass('beaker', (.985, .995, .99)); t = .05
    lathe('glass', [(1e-4, 0), (R0 - .14, 0)] + arc(R0 - .14, .14, .14, -90, 0, 8) + [(R0, H - .22), (R0 + .015, H - .10), (R0 + .05, H - .03)] + arc(R0 + .05 - t / 2, H - .02, t / 2, 0, 180, 8) +
          [(R0 - t + .015, H - .10), (R0 - t, H - .22), (R0 - t, .24)] + arc(R0 - t - .12, .20, .12, 0, -90, 6) + [(1e-4, .08)], g, 160).parent = e
    w = glass('fluid', (.99, .955, .80), ior=1.33)
    lathe('fluid', [(1e-4, .075), (R0 - t - .12, .076), (R0 - t + .008, .20), (R0 - t + .010, level + .03), (R0 - t - .05, level), (1e-4, level)], w, 160).parent = e
    white = mat('scale', '#F4F4EC', .6); pr = Print(on_cylinder(R0, .003), white, e)
    for ml in (50, 100, 150, 200):
        z = .10 + ml / 100 * 1.02; pr.rect(-.20, z, .40, .014); pr.text(str(ml), .26, z - .05, .15)
    for ml in (25, 75, 125, 175): pr.rect(-.12, .10 + ml / 100 * 1.02, .24, .012)
    m = fake_nested('cap', PRODUCTS['ds']['outer'], PRODUCTS['ds']['inner']); me = simple_capsule_mesh(m)
    for x, y, z, a, tilt in ((-.42, -.30, .22, 20, 0), (.18, -.48, .22, 75, 0), (.46, .12, .22, -30, 0), (-.05, .28, .22, 50, 0), (-.50, .32, .23, -70, 0), (-.10, -.12, .44, 5, .25), (.38, -.25, .42, 120, .3), (.30, .52, .22, 10, 0)):
        o = add(bpy.data.objects.new('f', me)); o.parent = e; o.location = (x, y, z); o.rotation_euler = (math.pi / 2 + tilt, 0, math.radians(a))
    return e

def loop(loc, turn):
    """An inoculation loop: a ribbed handle, a thin wire, a ring at its end."""
    e = empty('loop', loc, (0, math.pi / 2, turn)); steel = mat('steel', '#C9C7C0', .22, metal=1, bump=.01, bump_scale=40)
    lathe('handle', [(1e-4, 0), (.075, .01), (.085, .04), (.085, 2.35), (.06, 2.45), (.04, 2.62), (1e-4, 2.63)], mat('grip', '#4A3B2B', .42, spec=.4), 48, ribs=(16, .014, .10, 1.5)).parent = e
    lathe('wire', [(1e-4, 2.6), (.013, 2.6), (.011, 4.0), (1e-4, 4.0)], steel, 24).parent = e
    bpy.ops.mesh.primitive_torus_add(major_radius=.07, minor_radius=.011, major_segments=48, minor_segments=12); o = bpy.context.object
    o.data.materials.append(steel); o.location = (0, 0, 4.065); o.rotation_euler = (0, math.pi / 2, 0); o.parent = e
    for p in o.data.polygons: p.use_smooth = True

if item == 'plates':
    studio(11, floor_y=9)
    slab('bench', 16, 12, .3, mat('bench', '#C6CABD', .34, spec=.4, bump=.03, bump_scale=50), .03); z = .3
    shapes, agar, clear = colony_shapes(), agar_mat(), glass('clear', (.985, .99, .985), shadow=(.93, .94, .92))
    beaker((-1.30, 2.05, z), math.radians(12))
    plate((1.02, 2.55, z), .15, shapes, agar, clear, 420, (.026, .032), .06, 4, lid=True)
    plate((1.02, 2.55, z + PLATE_H + .062), -.1, shapes, agar, clear, 260, (.03, .038), .075, 5, lid=True)
    plate((.98, -.42, z), math.radians(6), shapes, agar, clear, 64, (.050, .058, .066), .17, 6)
    plate((-1.78, -1.22, z), math.radians(-8), shapes, agar, clear, 300, (.032, .038, .043), .085, 5)
    loop((3.60, -2.30, z + .086), math.radians(176))
    camera((.25, -9.6, 7.9), (-.22, .18, .66), 57)
    render('lab-plates', 800, 1000, 36, limit=0, noise=.035)
